import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Option, type Command } from 'commander'
import { addModel } from '../../../shared/api/models.ts'
import { modelName, modelVersion } from '../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { featureNames } from '../../detection/features/catalogue.ts'
import type { ModelFault } from '../../detection/models/fault.ts'
import { mayBeOnnx, readOnnx } from '../../detection/models/onnx/read-onnx.ts'
import { readOrigin } from '../../detection/models/onnx/origin.ts'
import { dayNumberAt, dayText } from '../../detection/models/study/days.ts'
import type { FeatureMatrix } from '../../detection/models/train/matrix.ts'
import { modelBytesMax, readXgboostJson } from '../../detection/models/xgboost-json.ts'
import { withService } from '../connection.ts'
import { isFile } from '../import-job.ts'
import { failed, misused, type Io, type Stop } from '../io.ts'
import { measuredActivities, readActivities, type ActivityOptions } from '../model-activities.ts'
import { asDays, asNames, asTransactionColumns } from '../model-options.ts'
import { asZone, encodingOption, negativeOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { writeWhole } from '../write-whole.ts'

interface ImportOptions extends ActivityOptions {
  readonly data?: string
  readonly out?: string
  readonly name?: string
  readonly modelVersion: string
  readonly features?: readonly string[]
  readonly background?: string
  readonly delay: number
}

/** Rows of a background that count; of a longer file they are taken evenly. */
const backgroundMost = 10_000

const refusal = (file: string, { code, message }: ModelFault): { readonly ok: false; readonly error: Stop } =>
  fail(failed(`${file}: ${message} (${code})`))

function* rowsOf({ rows, columns }: FeatureMatrix): Generator<Float32Array> {
  const values = new Float32Array(columns.length)
  const step = Math.max(1, rows / backgroundMost)
  for (let at = 0; at < rows; at += step) {
    const row = Math.floor(at)
    for (let index = 0; index < columns.length; index += 1) values[index] = columns[index]?.[row] ?? Number.NaN
    yield values
  }
}

/** The activities of a file as a model sees them, each as it was known at its time. */
const backgroundOf = async (
  file: string,
  names: readonly string[],
  options: ImportOptions,
  io: Io,
): Promise<Result<FeatureMatrix, Stop>> => {
  const read = await readActivities(file, options, io)
  if (!read.ok) return read
  const paid = read.value.activities.filter(({ event }) => event.amount !== undefined)
  const [first, last] = [paid[0], paid.at(-1)]
  if (first === undefined || last === undefined) return fail(failed(`${file}: it holds no payment that could be read`))
  const collected = measuredActivities(
    { ...read.value, activities: paid },
    {
      names,
      train: { from: dayText(dayNumberAt(first.atMs)), to: dayText(dayNumberAt(last.atMs)) },
      test: null,
      delayDays: options.delay,
    },
    io,
  )
  return ok(collected.train.matrix)
}

/** What is sent or written: text of a model here, or an ONNX file whose branches are counted by the service. */
type Prepared = { readonly text: string } | { readonly onnx: Buffer }

const prepare = async (file: string, options: ImportOptions, io: Io): Promise<Result<Prepared, Stop>> => {
  if ((await stat(file)).size > modelBytesMax) return fail(failed(`${file}: it is larger than ${modelBytesMax} bytes`))
  const bytes = await readFile(file)
  if (!mayBeOnnx(bytes)) {
    if (options.features !== undefined || options.background !== undefined)
      return fail(misused('--features and --background go with ONNX files only'))
    return ok({ text: bytes.toString('utf8') })
  }
  const read = readOnnx(bytes, options.features ?? null)
  if (!read.ok) return refusal(file, read.error)
  const { featureNames: names, needsBackground } = read.value
  const unknown = names.filter((name) => !featureNames.includes(name))
  if (unknown.length > 0)
    io.say(`The model asks for features that are not computed here and count as absent: ${unknown.join(', ')}`)
  if (needsBackground && options.background === undefined && options.data !== undefined) return ok({ onnx: bytes })
  const background =
    needsBackground && options.background !== undefined
      ? await backgroundOf(options.background, names, options, io)
      : null
  if (background?.ok === false) return background
  const text = read.value.text(background === null ? [] : rowsOf(background.value))
  return text.ok
    ? ok({ text: text.value })
    : refusal(file, {
        ...text.error,
        message:
          options.background === undefined
            ? `${text.error.message}; name a file of them with --background`
            : text.error.message,
      })
}

const nameOf = (file: string, given: string | undefined): string =>
  given ??
  path
    .basename(file)
    .replace(/\.(?:onnx|json)$/iu, '')
    .slice(0, 80)

const add = async (
  file: string,
  data: string,
  options: ImportOptions,
  prepared: Prepared,
  io: Io,
): Promise<Result<void, Stop>> => {
  const name = modelName.safeParse(nameOf(file, options.name))
  if (!name.success || !modelVersion.safeParse(options.modelVersion).success)
    return fail(
      misused(
        'name the model with --name (1 to 80 signs) and --model-version (letters, digits, dots, dashes, underscores)',
      ),
    )
  const body = {
    name: name.data,
    version: options.modelVersion,
    ...('text' in prepared
      ? { file: prepared.text }
      : {
          onnx: prepared.onnx.toString('base64'),
          ...(options.features === undefined ? {} : { features: [...options.features] }),
        }),
  }
  return withService(data, async (client) => {
    const added = await client.call(addModel, { body })
    if (!added.ok) return added
    const { id, version, sha256, trees, features, unknown_features: unknown, in_force: inForce } = added.value.data
    io.print({
      model_id: id,
      name: added.value.data.name,
      version,
      sha256,
      trees,
      features,
      unknown_features: unknown,
      in_force: inForce,
    })
    return ok(undefined)
  })
}

const write = async (file: string, out: string, prepared: Prepared, io: Io): Promise<Result<void, Stop>> => {
  const text = 'text' in prepared ? prepared.text : ''
  const model = readXgboostJson(text)
  if (!model.ok) return refusal(file, model.error)
  await writeWhole(out, text)
  io.print({
    model: path.resolve(out),
    trees: model.value.forest.roots.length,
    features: model.value.featureNames,
    origin: readOrigin(model.value.attributes),
  })
  return ok(undefined)
}

const about = `
Takes trees as ONNX (TreeEnsembleClassifier, TreeEnsembleRegressor, TreeEnsemble), or a model in xgboost's JSON format. What it cannot turn exactly is refused by name, and nothing is changed.
ONNX names no features: name them in the order of the model's input, or write them into the property feature_names of the file.
Exact reasons need to know how often each branch is taken. Where the file does not say it, it is counted with the activities of --background, or with the newest payments of the workspace.

Examples: fieldseal model import model.onnx --features amount,customer_count_1d --data ./data --name "Cards" --model-version 3
          fieldseal model import model.onnx --features amount,customer_count_1d --background transactions.csv.gz --out model.json`

/** `model import`. */
export const addModelImport = (model: Command, registrar: Registrar): void => {
  const command = model
    .command('import')
    .description('import a model trained elsewhere, as ONNX or in xgboost’s JSON format')
    .argument('<file>', 'the model file')
    .addOption(
      new Option(
        '--data <dir>',
        'the data folder of the workspace; the model is not activated automatically',
      ).conflicts('out'),
    )
    .option('--out <file>', 'write it in xgboost’s JSON format here instead; an existing file is replaced')
    .option('--name <name>', 'what it is called (default: the name of the file)')
    .option('--model-version <version>', 'its version', '1')
    .option('--features <names>', 'the features in the order of the model’s input, with commas between', asNames)
    .option('--background <file>', 'transactions with which the branches are counted: CSV or JSON lines, plain or gzip')
    .option('--mapping <column=field,...>', 'which column of them is which field', asTransactionColumns)
    .addOption(negativeOption())
    .addOption(encodingOption())
    .option('--time-zone <zone>', 'IANA zone of their times without an offset', asZone, 'UTC')
    .option('--delay <days>', 'how long after an activity it is known whether it was fraud', asDays, 7)
    .addHelpText('after', about)
  registrar.runs<ImportOptions>(command, async (options, [file = '']) => {
    const { data, out } = options
    for (const one of [file, options.background])
      if (one !== undefined && !(await isFile(one))) return fail(misused(`there is no file ${one}`))
    if (data === undefined && out === undefined)
      return fail(misused('say where the model goes: --data DIR or --out FILE'))
    const prepared = await prepare(file, options, registrar.io)
    if (!prepared.ok) return prepared
    if (data !== undefined) return add(file, data, options, prepared.value, registrar.io)
    return write(file, out ?? '', prepared.value, registrar.io)
  })
}
