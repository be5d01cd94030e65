import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { CustomClassifier } from '../../../contract/library/custom-classifiers.ts'
import type { SuggestionVerdict } from '../../../contract/library/keywords.ts'
import type { Core } from '../../../core/core.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { findClassifier, tagOf } from '../library/find-classifier.ts'
import { findPhotos } from '../library/find-photos.ts'
import { runOn } from '../library/run-on.ts'
import { print, printJson, tell } from '../output/output.ts'

type ReviewOptions = { limit: number; tag?: string; new?: boolean; surest?: boolean; above?: number; json?: boolean }
type AnswerOptions = { tag?: string; above?: number }

/** `lumafold classifiers review|accept|reject` */
export function classifierReviewCommands(classifiers: Command): void {
  const tag = ['--tag <name>', 'which tag, where the classifier has several'] as const
  classifiers
    .command('review')
    .description('list what a classifier suggests, the most doubtful first; nothing of it is a tag yet')
    .argument('<id>', 'its id, as `classifiers list` prints it')
    .option('--limit <number>', 'how many', parseWhole(1, 500), 20)
    .option(...tag)
    .option('--above <percent>', 'only what is at least so certain', parseWhole(1, 100))
    .option('--surest', 'the surest first')
    .option('--new', 'only sure ones of photos that came since it was trained')
    .option('--json', 'print JSON (see JSON.md)')
    .action((id: string, _options, command: Command) => runOn<ReviewOptions>(command, review(id)))
  const photos = ['[path...]', 'files of the photos'] as const
  classifiers
    .command('accept')
    .description('give photos the tag that was suggested; "lumafold undo" takes it back')
    .argument('<id>', 'its id')
    .argument(...photos)
    .option(...tag)
    .option('--above <percent>', 'all that wait and are at least so certain', parseWhole(1, 100))
    .action((id: string, paths: string[], _options, command: Command) =>
      runOn<AnswerOptions>(command, (core, options) => accept(core, id, paths, options)),
    )
  classifiers
    .command('reject')
    .description('say that the tag does not fit; it is not suggested for these photos again')
    .argument('<id>', 'its id')
    .argument(...photos)
    .option(...tag)
    .action((id: string, paths: string[], _options, command: Command) =>
      runOn<AnswerOptions>(command, (core, options) => judge(core, 'rejected', id, paths, options)),
    )
}

const review =
  (id: string) =>
  async (core: Core, options: ReviewOptions): Promise<void> => {
    const classifier = await findClassifier(core, id)
    const { total, suggestions } = await core.library.classifiers.suggestions({
      id,
      name: options.tag === undefined ? undefined : tagOf(classifier, options.tag),
      order: options.surest ? 'surest' : 'doubtful',
      isFresh: options.new === true,
      atLeast: options.above ?? 0,
      limit: options.limit,
    })
    const rows: { path: string; tag: string; certainty: number }[] = []
    for (const { photo, name, confidence } of suggestions)
      rows.push({ path: await core.hostCalls.locatePhoto({ id: photo.id }), tag: name, certainty: confidence })
    if (options.json === true) return printJson({ total, suggestions: rows })
    for (const { path, tag, certainty } of rows)
      print(`${String(Math.round(certainty)).padStart(3)} %  ${tag}  ${path}`)
    if (total === 0) tell(nothingOf(options))
    else if (total > rows.length) tell(`${(total - rows.length).toLocaleString('en')} further ones wait.`)
  }

function nothingOf({ new: isNew, above, tag }: ReviewOptions): string {
  const isChosen = isNew === true || above !== undefined || tag !== undefined
  return isChosen ? 'Nothing of that kind waits.' : 'Nothing waits.'
}

async function accept(core: Core, id: string, paths: readonly string[], options: AnswerOptions): Promise<void> {
  if (options.above === undefined) return judge(core, 'accepted', id, paths, options)
  if (paths.length > 0) throw new AppError('bad-params', 'Name photos, or a certainty with --above, not both.')
  await findClassifier(core, id)
  const { changeId, sentence } = await core.library.classifiers.acceptAbove({ id, certainty: options.above })
  if (changeId === null) return tell(`Nothing that waits is at least ${options.above} % certain; no photo was changed.`)
  await core.library.metadata.write()
  print(sentence)
}

async function judge(
  core: Core,
  verdict: SuggestionVerdict,
  id: string,
  paths: readonly string[],
  { tag }: AnswerOptions,
): Promise<void> {
  if (paths.length === 0)
    throw new AppError('bad-params', `Name the photos${verdict === 'accepted' ? ', or a certainty with --above' : ''}.`)
  const classifier = await findClassifier(core, id)
  const name = tag === undefined ? onlyTag(classifier) : tagOf(classifier, tag)
  const ids = await findPhotos(core, paths)
  const { sentence } = await core.library.keywords.judge({ ids, name, verdict })
  await core.library.metadata.write()
  print(sentence)
}

function onlyTag({ id, classes }: CustomClassifier): string {
  const [only, ...others] = classes
  if (only !== undefined && others.length === 0) return only.name
  throw new AppError('bad-params', `${id} has several tags: name one with --tag.`)
}
