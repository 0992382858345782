import { parentPort, workerData } from 'node:worker_threads'
import { createCollector } from '../../detection/models/study/collect.ts'
import { engineMeter } from '../../detection/models/study/engine-meter.ts'
import { learn } from '../../detection/models/study/learn.ts'
import { measureModel, testFault } from '../../detection/models/study/measure-model.ts'
import { modelFeatures, recommendedBags, recommendedBoost, reportedCards } from '../../detection/models/study/recipe.ts'
import { defaultIsolation } from '../../detection/models/train/isolation.ts'
import { readXgboostJson } from '../../detection/models/xgboost-json.ts'
import type { TrainingChunk, TrainingReply, TrainingStart } from './messages.ts'

/** Trains one model and ends: the service goes on answering while it does. */
const port = parentPort
if (port === null) throw new Error('this file is started as a thread')
const plan = workerData as TrainingStart
const say = (reply: TrainingReply): void => port.postMessage(reply)
const collector = createCollector(engineMeter(plan.currencies), {
  names: modelFeatures,
  train: plan.train,
  test: plan.test,
  delayDays: plan.delayDays,
})

const conclude = (): TrainingReply => {
  const collected = collector.collected()
  const untestable = plan.test === null ? null : testFault(collected.test, plan.test)
  if (untestable !== null) return { kind: 'refused', message: untestable }
  const learned = learn(collected.train, collected.isLabelled, {
    kind: plan.kind,
    boost: { ...recommendedBoost, seed: plan.seed },
    isolation: { ...defaultIsolation, seed: plan.seed },
    bags: recommendedBags,
    holdOutDays: 0,
    halfLifeDays: null,
    training: { train: plan.train, delayDays: plan.delayDays },
    onTree: (done, total) => {
      say({ kind: 'progress', stage: 'training', done, total })
      return true
    },
  })
  if (!learned.ok) return { kind: 'refused', message: learned.error.message }
  say({ kind: 'progress', stage: 'evaluation', done: 0, total: collected.test.labels.length })
  const model = readXgboostJson(learned.value.text)
  if (!model.ok) throw new Error(model.error.message)
  const measures = { delayDays: plan.delayDays, knownFrom: plan.train.from, cards: reportedCards }
  const evaluation = plan.test === null ? null : measureModel(model.value, collected, { ...measures, range: plan.test })
  if (evaluation?.ok === false) return { kind: 'refused', message: evaluation.error }
  const frauds = collected.train.labels.reduce((sum, label) => sum + label, 0)
  return {
    kind: 'done',
    text: learned.value.text,
    trees: learned.value.trees,
    activities: collected.train.labels.length,
    frauds,
    evaluation: evaluation?.value ?? null,
  }
}

port.on('message', ({ activities }: TrainingChunk) => {
  if (activities === null) {
    say(conclude())
    port.close()
    return
  }
  for (const activity of activities) collector.add(activity)
  say({ kind: 'taken' })
})
