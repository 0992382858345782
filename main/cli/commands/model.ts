import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Option, type Command } from 'commander'
import type { DayRange, ModelEvaluation, ModelKind } from '../../../shared/schema/models.ts'
import { modelKinds } from '../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { featureNames } from '../../detection/features/catalogue.ts'
import { isIsolation } from '../../detection/models/model.ts'
import { evaluationPage } from '../../detection/models/report/evaluation-page.ts'
import { asHtml, asMarkdown } from '../../detection/models/report/page.ts'
import type { Collected } from '../../detection/models/study/collect.ts'
import { learn } from '../../detection/models/study/learn.ts'
import { gapFault, measureModel, testFault } from '../../detection/models/study/measure-model.ts'
import { modelFeatures, recommendedBags, recommendedBoost, reportedCards } from '../../detection/models/study/recipe.ts'
import { readTrainingNote } from '../../detection/models/study/training-note.ts'
import { defaultIsolation } from '../../detection/models/train/isolation.ts'
import { modelBytesMax, readXgboostJson, type XgboostModel } from '../../detection/models/xgboost-json.ts'
import { isFile } from '../import-job.ts'
import { failed, misused, type Io, type Stop, type CommandEnd } from '../io.ts'
import { measuredActivities, readActivities, type ActivityOptions } from '../model-activities.ts'
import {
  asCounts,
  asDay,
  asDayRange,
  asDays,
  asHalfLife,
  asNames,
  asNumber,
  asTransactionColumns,
  asWhole,
} from '../model-options.ts'
import { asZone, encodingOption, negativeOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import { targetFault, writeWhole } from '../write-whole.ts'
import { addModelImport } from './model-import.ts'

interface FileOptions extends ActivityOptions {
  readonly delay: number
  readonly knownFrom?: string
  readonly cards: readonly number[]
  readonly report?: string
}

interface TrainOptions extends FileOptions {
  readonly train: DayRange
  readonly test?: DayRange
  readonly out: string
  readonly kind: ModelKind
  readonly features?: readonly string[]
  readonly trees?: number
  readonly depth?: number
  readonly learningRate?: number
  readonly bags?: number
  readonly holdOut?: number
  readonly halfLife?: number
  readonly seed: number
}

interface EvaluateOptions extends FileOptions {
  readonly test: DayRange
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const saveReport = async (
  file: string,
  model: XgboostModel,
  text: string,
  name: string,
  evaluation: ModelEvaluation | null,
): Promise<void> => {
  const note = readTrainingNote(model.attributes)
  const page = evaluationPage(
    {
      name,
      sha256: sha256(text),
      kind: isIsolation(model) ? 'isolation_forest' : 'boosted_trees',
      trees: model.forest.roots.length,
      features: model.featureCount,
      training:
        note === null
          ? null
          : { ...note.train, activities: note.activities, frauds: note.frauds, delayDays: note.delay_days },
    },
    evaluation,
  )
  await writeWhole(file, /\.html?$/iu.test(file) ? asHtml(page) : asMarkdown(page))
}

const evaluationOf = (
  model: XgboostModel,
  collected: Collected,
  range: DayRange,
  options: FileOptions,
  knownFrom: string | undefined,
): Result<ModelEvaluation, Stop> => {
  const found = measureModel(model, collected, { range, delayDays: options.delay, knownFrom, cards: options.cards })
  return found.ok ? found : fail(failed(found.error))
}

const headline = (evaluation: ModelEvaluation): string => {
  const shown = (value: number | null): string => (value === null ? 'none' : value.toFixed(4))
  return `AUC ${shown(evaluation.auc)}, average precision ${shown(evaluation.average_precision)}, ${evaluation.card_precision.map(({ k, value }) => `card precision@${k} ${shown(value)}`).join(', ')}`
}

const sayFigures = (evaluation: ModelEvaluation, io: Io): void => {
  const { activities, unlabelled = 0 } = evaluation
  if (unlabelled > 0)
    io.say(
      `${unlabelled.toLocaleString('en')} of the ${activities.toLocaleString('en')} transactions that are measured do not say whether they were fraud; they count as genuine.`,
    )
  io.say(headline(evaluation))
}

const chosenFeatures = (named: readonly string[] | undefined): Result<readonly string[], Stop> => {
  const unknown = (named ?? []).filter((name) => !featureNames.includes(name))
  return unknown.length === 0
    ? ok(named ?? modelFeatures)
    : fail(misused(`there are no features named ${unknown.join(', ')}`))
}

const boostedOnly = [
  ['--depth', 'depth'],
  ['--learning-rate', 'learningRate'],
  ['--bags', 'bags'],
  ['--hold-out', 'holdOut'],
  ['--half-life', 'halfLife'],
] as const

/** Options that go with boosted trees alone and were given for a forest, as a sentence; null where there are none. */
const kindFault = (options: TrainOptions): string | null => {
  const idle = options.kind === 'isolation_forest' ? boostedOnly.filter(([, name]) => options[name] !== undefined) : []
  return idle.length === 0
    ? null
    : `${idle.map(([flag]) => flag).join(', ')}: an isolation forest has no such setting; leave it out, or train boosted_trees`
}

/** Why a file that an option names cannot be written: told before the work whose result it would lose. */
const outputFault = async (outputs: Readonly<Record<string, string | undefined>>): Promise<string | null> => {
  for (const [flag, file] of Object.entries(outputs)) {
    const fault = file === undefined ? null : await targetFault(file)
    if (fault !== null) return `${flag} ${file}: ${fault}`
  }
  return null
}

const train = async (file: string, options: TrainOptions, io: Io): CommandEnd => {
  const fault =
    gapFault(options.train, options.test ?? null, options.delay) ??
    kindFault(options) ??
    (await outputFault({ '--out': options.out, '--report': options.report }))
  if (fault !== null) return fail(misused(fault))
  const names = chosenFeatures(options.features)
  if (!names.ok) return names
  const read = await readActivities(file, options, io)
  if (!read.ok) return read
  const started = performance.now()
  const collected = measuredActivities(
    read.value,
    { names: names.value, train: options.train, test: options.test ?? null, delayDays: options.delay },
    io,
  )
  const untestable = options.test === undefined ? null : testFault(collected.test, options.test)
  if (untestable !== null) return fail(failed(untestable))
  const progress = createProgress(io, 'trees')
  const learned = learn(collected.train, collected.isLabelled, {
    kind: options.kind,
    boost: {
      ...recommendedBoost,
      seed: options.seed,
      trees: options.trees ?? recommendedBoost.trees,
      maxDepth: options.depth ?? recommendedBoost.maxDepth,
      learningRate: options.learningRate ?? recommendedBoost.learningRate,
    },
    isolation: { ...defaultIsolation, seed: options.seed, trees: options.trees ?? defaultIsolation.trees },
    bags: options.bags ?? recommendedBags,
    holdOutDays: options.holdOut ?? 0,
    halfLifeDays: options.halfLife ?? null,
    training: { train: options.train, delayDays: options.delay },
    onTree: (done, total) => {
      progress.update(done, total)
      return true
    },
  })
  progress.end()
  if (!learned.ok) return fail(failed(learned.error.message))
  const seconds = (performance.now() - started) / 1_000
  const model = readXgboostJson(learned.value.text)
  if (!model.ok) throw new Error(`a model that was just written cannot be read: ${model.error.message}`)
  const evaluation =
    options.test === undefined
      ? null
      : evaluationOf(model.value, collected, options.test, options, options.knownFrom ?? options.train.from)
  if (evaluation?.ok === false) return evaluation
  await writeWhole(options.out, learned.value.text)
  const found = evaluation?.value ?? null
  if (options.report !== undefined)
    await saveReport(options.report, model.value, learned.value.text, path.basename(options.out), found)
  if (found !== null) sayFigures(found, io)
  io.print({
    model: path.resolve(options.out),
    sha256: sha256(learned.value.text),
    kind: options.kind,
    trees: learned.value.trees,
    features: model.value.featureNames,
    training: readTrainingNote(model.value.attributes),
    seconds: Math.round(seconds * 10) / 10,
    rejected: read.value.rejected,
    hold_out_curve: learned.value.curve,
    ...(options.report === undefined ? {} : { report: path.resolve(options.report) }),
    evaluation: found,
  })
  return ok(undefined)
}

const readModel = async (file: string): Promise<Result<{ model: XgboostModel; text: string }, Stop>> => {
  if ((await stat(file)).size > modelBytesMax) return fail(failed(`${file}: it is larger than ${modelBytesMax} bytes`))
  const text = await readFile(file, 'utf8')
  const model = readXgboostJson(text)
  if (!model.ok) return fail(failed(`${file}: ${model.error.message} (${model.error.code})`))
  return ok({ model: model.value, text })
}

const evaluateFile = async (modelFile: string, file: string, options: EvaluateOptions, io: Io): CommandEnd => {
  const read = await readModel(modelFile)
  if (!read.ok) return read
  const { model, text } = read.value
  if (model.featureNames === null)
    return fail(
      failed(`${modelFile}: it names no features; set feature_names when training, so that each value finds its place`),
    )
  const unknown = model.featureNames.filter((name) => !featureNames.includes(name))
  if (unknown.length > 0)
    io.say(`The model asks for features that are not computed here and count as absent: ${unknown.join(', ')}`)
  if (unknown.length === model.featureNames.length)
    return fail(
      failed(`${modelFile}: none of its features is computed here; \`fieldseal model features\` lists those that are`),
    )
  const unwritable = await outputFault({ '--report': options.report })
  if (unwritable !== null) return fail(misused(unwritable))
  const activities = await readActivities(file, options, io)
  if (!activities.ok) return activities
  const note = readTrainingNote(model.attributes)
  const collected = measuredActivities(
    activities.value,
    { names: model.featureNames, train: null, test: options.test, delayDays: options.delay },
    io,
  )
  const evaluation = evaluationOf(model, collected, options.test, options, options.knownFrom ?? note?.train.from)
  if (!evaluation.ok) return evaluation
  if (options.report !== undefined)
    await saveReport(options.report, model, text, path.basename(modelFile), evaluation.value)
  sayFigures(evaluation.value, io)
  io.print({
    model: path.resolve(modelFile),
    sha256: sha256(text),
    trees: model.forest.roots.length,
    unknown_features: unknown,
    training: note,
    rejected: activities.value.rejected,
    evaluation: evaluation.value,
  })
  return ok(undefined)
}

const shared = (command: Command): Command =>
  command
    .option('--delay <days>', 'how long after a transaction it is known whether it was fraud', asDays, 7)
    .option(
      '--known-from <day>',
      'leave customers out of the measures whose fraud since this day was known (default: the first day of the training)',
      asDay,
    )
    .option('--cards <numbers>', 'sizes k of card precision@k, with commas between', asCounts, [...reportedCards])
    .option('--mapping <column=field,...>', 'which column is which field', asTransactionColumns)
    .addOption(negativeOption())
    .addOption(encodingOption())
    .option('--time-zone <zone>', 'IANA zone of times without an offset', asZone, 'UTC')
    .option('--report <file>', 'write a report for people here: Markdown, or HTML if the name ends in .html')

const trainAbout = `
Takes transactions as CSV or JSON lines, plain or gzip, with at least an identifier and a time; columns are guessed from their headers.
Every activity of the file passes the features in the order of time; only the days of --train are learned from and only those of --test measured.
Labels (is_fraud) reach features --delay after the activity. The same file, options and seed give the same model file on every machine.

Example: fieldseal model train transactions.csv.gz --train 2018-07-25..2018-07-31 --test 2018-08-08..2018-08-14 --delay 7d --out model.json --report report.html`

const addTrain = (model: Command, registrar: Registrar): void => {
  const command = shared(
    model
      .command('train')
      .description('train a model on a file of transactions and measure it on later days')
      .argument('<file>', 'the transactions: CSV or JSON lines, plain or gzip')
      .requiredOption('--train <from..to>', 'days to learn from', asDayRange)
      .option('--test <from..to>', 'later days to measure on', asDayRange)
      .requiredOption('--out <file>', 'the model file to write, in xgboost’s JSON format; an existing one is replaced'),
  )
    .addOption(new Option('--kind <kind>', 'what to train').choices([...modelKinds]).default('boosted_trees'))
    .option(
      '--features <names>',
      'the features to learn from, separated by commas (default: those that `fieldseal model features` recommends)',
      asNames,
    )
    .option('--trees <number>', 'trees of each model (default: 80, of an isolation forest 200)', asWhole(1, 10_000))
    .option('--depth <number>', 'most splits above a leaf (default: 4)', asWhole(1, 12))
    .option('--learning-rate <number>', 'how much each tree counts (default: 0.1)', asNumber(0.0001, 1))
    .option('--bags <number>', 'models of other seeds that are averaged into one file (default: 4)', asWhole(1, 50))
    .option('--hold-out <days>', 'last days of the training that decide how many trees are grown', asDays)
    .option('--half-life <days>', 'days after which a transaction counts half as much', asHalfLife)
    .option('--seed <number>', 'seed of all that is drawn', asWhole(0, 4_294_967_295), 1)
    .addHelpText('after', trainAbout)
  registrar.runs<TrainOptions>(command, async (options, [file = '']) =>
    (await isFile(file)) ? train(file, options, registrar.io) : fail(misused(`there is no file ${file}`)),
  )
}

const evaluateAbout = `
Takes any model that xgboost 1.7 or newer wrote with save_model("model.json") and whose features are named as here.

Example: fieldseal model evaluate model.json transactions.csv.gz --test 2018-08-08..2018-08-14 --delay 7d --known-from 2018-07-25`

const addEvaluate = (model: Command, registrar: Registrar): void => {
  const command = shared(
    model
      .command('evaluate')
      .description('measure a model file on a file of transactions')
      .argument('<model>', 'the model file')
      .argument('<file>', 'the transactions: CSV or JSON lines, plain or gzip')
      .requiredOption('--test <from..to>', 'days to measure on', asDayRange),
  ).addHelpText('after', evaluateAbout)
  registrar.runs<EvaluateOptions>(command, async (options, [modelFile = '', file = '']) => {
    for (const name of [modelFile, file]) if (!(await isFile(name))) return fail(misused(`there is no file ${name}`))
    return evaluateFile(modelFile, file, options, registrar.io)
  })
}

const addFeatures = (model: Command, registrar: Registrar): void => {
  const command = model.command('features').description('list the features that models can ask for')
  registrar.runs(command, () => {
    for (const name of featureNames) registrar.io.print({ feature: name, recommended: modelFeatures.includes(name) })
    return Promise.resolve(ok(undefined))
  })
}

/** `model train`, `model evaluate`, `model import` and `model features`. */
export const addModelCommands = (program: Command, registrar: Registrar): void => {
  const model = program.command('model').description('train and measure models')
  addTrain(model, registrar)
  addEvaluate(model, registrar)
  addModelImport(model, registrar)
  addFeatures(model, registrar)
}
