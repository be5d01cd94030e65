import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { Option, type Command } from 'commander'
import { ModelSet, type ModelInfo } from '../../../contract/library/models.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { AppError } from '../../../contract/errors.ts'
import { toPath } from '../arguments/to-path.ts'
import { followEvents } from '../library/follow-events.ts'
import { count, formatTable, print, printJson, tell, writeProblems } from '../output/output.ts'
import { exitAfter, exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'
import { createProgress } from '../output/progress.ts'
import { pairCommand } from './pair.ts'
import type { CommonOptions } from '../library/with-library.ts'
import { withModels } from '../library/with-models.ts'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

type InstallOptions = CommonOptions & { from?: string; set: ModelSet; only?: string }

/** `lumafold models list`, `lumafold models install [--from DIR]`, `lumafold models remove ID` and `lumafold models pair` */
export function modelsCommand(program: Command): void {
  const models = program.command('models').description('the models that look at photos')
  models
    .command('list', { isDefault: true })
    .description('list known models and whether they are installed')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean }>()
      await withModels(options, (library) => listModels(library, Boolean(options.json)))
    })
  models
    .command('install')
    .description('install models: from the internet, or from a folder on this machine')
    .option('--from <dir>', 'folder with model files; each is checked before it is used')
    .addOption(new Option('--set <set>', 'what to download').choices(ModelSet.options).default('standard'))
    .option('--only <id>', 'one model of the set, by the id that the list shows')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<InstallOptions>()
      await withModels(options, (library) =>
        options.from ? installFrom(library, options.from) : download(library, options),
      )
    })
  pairCommand(models)
  models
    .command('remove')
    .description('remove a model of the larger set; photos are then analysed without it')
    .argument('<id>', 'the id that the list shows')
    .action(async (id: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      await withModels(options, async (library) => {
        await library.calls.models.remove({ id })
        print(`${id} removed`)
      })
    })
}

async function listModels(library: OpenLibrary, json: boolean): Promise<void> {
  const models = await library.calls.models.list()
  if (json)
    return printJson(
      models.map(({ id, title, tasks, isMeasured, problem, ...rest }) => ({
        id,
        title,
        slots: tasks,
        is_measured: isMeasured,
        ...rest,
        problem: inEnglish(problem),
      })),
    )
  for (const line of formatTable(
    models.map((model) => [
      model.id,
      model.set,
      model.state,
      megabytes(model.bytes),
      model.licence,
      model.isMeasured ? model.title : `${model.title} (not yet measured)`,
    ]),
  ))
    print(line)
}

async function installFrom(library: OpenLibrary, folder: string): Promise<void> {
  const { installed, present, skipped } = await library.hostCalls.installModelsFrom({ path: toPath(folder) })
  for (const { file, reason } of skipped) tell(`left out ${file}: ${inEnglish(reason)}`)
  if (installed.length > 0) print(`${count(installed.length, 'model')} installed: ${installed.join(', ')}`)
  else if (present.length > 0) print(`${count(present.length, 'model')} installed already: ${present.join(', ')}`)
  else {
    print('No known model file was found there.')
    endWith(exits.nothingFound)
  }
}

async function download(library: OpenLibrary, { set, only }: Pick<InstallOptions, 'set' | 'only'>): Promise<void> {
  const isWanted = (model: ModelInfo) => model.set === set && (only === undefined || model.id === only)
  if (!(await library.calls.models.list()).some(isWanted))
    throw new AppError('model-not-found', `The set "${set}" has no model ${only}. "lumafold models list" names them.`)
  const progress = createProgress('MB')
  await followEvents(
    library,
    () => library.calls.models.install({ set, id: only }),
    (event) => {
      if (event.type !== 'models.changed') return 'go on'
      const wanted = event.models.filter(isWanted)
      progress.show(toMegabytes(wanted.map(arrived)), toMegabytes(wanted.map((model) => model.bytes)), '')
      return wanted.some((model) => model.state === 'downloading') ? 'go on' : 'enough'
    },
  )
  progress.end()
  const models = (await library.calls.models.list()).filter(isWanted)
  const missing = models.filter((model) => model.state !== 'installed')
  for (const line of writeProblems(
    missing.map(({ title, problem }) => ({ title, problem: inEnglish(problem) || 'not installed' })),
  ))
    tell(line)
  print(`${count(models.length - missing.length, 'model')} of ${models.length} installed`)
  endWith(exitAfter({ done: models.length - missing.length, failed: missing.length }))
}

const arrived = (model: ModelInfo) => (model.state === 'installed' ? model.bytes : model.received)
const toMegabytes = (bytes: number[]) => Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1e6)
