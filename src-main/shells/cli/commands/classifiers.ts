import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { CustomClassifier, WaitingCount } from '../../../contract/library/custom-classifiers.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { findPhotos } from '../library/find-photos.ts'
import { count, note, print, printJson, tell } from '../output/output.ts'
import type { SuggestionVerdict } from '../../../contract/library/keywords.ts'
import { type CommonOptions, withLibrary } from '../library/with-library.ts'

/** Tags given by hand or by a file have full confidence; found ones never do. */
const GIVEN = 100
const percent = parseWhole(1, 100)

/** `lumafold classifiers list|train|categories|retrain|remove|certainty|review|accept|reject` */
export function classifiersCommand(program: Command): void {
  const classifiers = program
    .command('classifiers')
    .description('tags learned from your photos: train, review what they suggest, accept or reject')
  classifiers
    .command('list', { isDefault: true })
    .description('list custom classifiers, and how many of their suggestions wait')
    .option('--json', 'print JSON (see JSON.md)')
    .action((_options, command: Command) => runOn(command, list))
  trainingCommands(classifiers)
  classifiers
    .command('remove')
    .description('forget a classifier and what it suggests; tags that photos have stay')
    .argument('<id>', 'its id, as `classifiers list` prints it')
    .action((id: string, _options, command: Command) =>
      runOn(command, async (library) => {
        await findClassifier(library, id)
        await library.calls.classifiers.remove({ id })
        print(`Removed the classifier ${id}; "lumafold undo" brings it back.`)
      }),
    )
  classifiers
    .command('certainty')
    .description('print the certainty in percent at which suggestions of a classifier count as sure, or choose it')
    .argument('<id>', 'its id')
    .argument('[percent]', 'a whole number from 1 to 100', percent)
    .action((id: string, certainty: number | undefined, _options, command: Command) =>
      runOn(command, setCertainty(id, certainty)),
    )
  classifierReviewCommands(classifiers)
}

function trainingCommands(classifiers: Command): void {
  classifiers
    .command('train')
    .description('learn a tag from all photos that you or their files gave it')
    .argument('<tag>', 'its name')
    .option('--without <path...>', 'files of photos that do not show it')
    .action((name: string, _options, command: Command) => runOn<{ without?: string[] }>(command, train(name)))
  classifiers
    .command('categories')
    .description('learn to tell tags apart of which one fits a photo, from the photos that have each')
    .argument('<name>', 'what they are together')
    .argument('<tag...>', 'two tags or more')
    .action((name: string, tags: string[], _options, command: Command) => runOn(command, categories(name, tags)))
  classifiers
    .command('retrain')
    .description('learn again, with what you accepted and rejected since')
    .argument('<id>', 'its id')
    .action((id: string, _options, command: Command) =>
      runOn(command, async (library) => {
        const { version } = await findClassifier(library, id)
        const trained = await library.calls.classifiers.retrain({ id })
        if (trained.version === version) note('Nothing new was to be learned.')
        await say(library, trained)
      }),
    )
}

const list = async ({ calls }: OpenLibrary, { json }: { json?: boolean }): Promise<void> => {
  const all = await calls.classifiers.list()
  const counts = new Map((await calls.classifiers.waiting()).map((each) => [each.id, each]))
  if (json) return printJson(all.map((each) => toJson(each, counts.get(each.id))))
  if (all.length === 0) note('Nothing is learned yet: give a tag to a few photos, then lumafold classifiers train TAG.')
  for (const each of all) print(line(each, counts.get(each.id)))
}

/** Its classes, the number of photos it learned from, and the suggestions that wait for an answer. */
function line(classifier: CustomClassifier, counts: WaitingCount | undefined): string {
  const { id, kind, classes, certainty, problem } = classifier
  const { waiting = 0, sure = 0, fresh = 0 } = counts ?? {}
  const names = classes.map(({ name }) => `“${name}”`).join(', ')
  const examples = classes.reduce((sum, { positives, negatives }) => sum + positives + negatives, 0)
  const what = kind === 'categorizer' ? `one of ${names}` : names
  const inbox = fresh > 0 ? `, ${fresh.toLocaleString('en')} of photos that are new` : ''
  const certain = `${sure.toLocaleString('en')} at least ${certainty} % certain${inbox}`
  const waits = `${count(waiting, 'suggestion')} ${waiting === 1 ? 'waits' : 'wait'}, ${certain}`
  return `${id}: ${what}, learned from ${count(examples, 'photo')}; ${waits}${problem === null ? '' : `; ${inEnglish(problem)}`}`
}

const toJson = (classifier: CustomClassifier, counts: WaitingCount | undefined) => ({
  id: classifier.id,
  kind: classifier.kind,
  version: classifier.version,
  model: classifier.modelId,
  classes: classifier.classes,
  certainty: classifier.certainty,
  waiting: counts?.waiting ?? 0,
  sure: counts?.sure ?? 0,
  fresh: counts?.fresh ?? 0,
  problem: inEnglish(classifier.problem),
})

async function say({ calls, hostCalls }: OpenLibrary, { id }: CustomClassifier): Promise<void> {
  await hostCalls.waitUntilIdle()
  const [trained] = (await calls.classifiers.list()).filter((each) => each.id === id)
  const counts = (await calls.classifiers.waiting()).find((each) => each.id === id)
  if (trained !== undefined) print(line(trained, counts))
  note(`No photo was tagged. See what it suggests: lumafold classifiers review ${id}.`)
}

/** The spelling of a tag, ignoring capitals in the input. */
async function spelled({ calls }: OpenLibrary, name: string): Promise<string> {
  const keywords = await calls.keywords.list()
  return keywords.find((each) => each.name.toLowerCase() === name.toLowerCase())?.name ?? name
}

/** Throws `bad-params` for a tag that was given to no photo. */
async function givenPhotos({ calls }: OpenLibrary, name: string): Promise<number[]> {
  const ids = await calls.photos.ids({ filter: { tags: [name], minConfidence: GIVEN } })
  if (ids.length > 0) return [...ids]
  throw new AppError('bad-params', `No photo has the tag “${name}” from you or its file: lumafold tag PATH --add NAME.`)
}

const train =
  (tag: string) =>
  async (library: OpenLibrary, { without = [] }: { without?: string[] }): Promise<void> => {
    const name = await spelled(library, tag)
    const positives = await givenPhotos(library, name)
    const negatives = await findPhotos(library, without)
    const known = (await library.calls.classifiers.list()).find(
      ({ kind, classes }) =>
        kind === 'tagger' && classes.some((each) => each.name.toLowerCase() === name.toLowerCase()),
    )
    const examples = { name, positives, negatives }
    const { classifiers } = library.calls
    const trained = () => (known ? classifiers.addExamples({ id: known.id, ...examples }) : classifiers.train(examples))
    await say(library, await withHint(trained()))
  }

/** Adds a hint, because the command line itself analyses nothing. */
const withHint = (training: Promise<CustomClassifier>): Promise<CustomClassifier> =>
  training.catch((error: Error & { code?: string }) => {
    if (error.code !== 'not-analysed') throw error
    throw new AppError('not-analysed', `${error.message} To have photos analysed: lumafold add --wait FOLDER.`)
  })

const categories =
  (name: string, tags: readonly string[]) =>
  async (library: OpenLibrary): Promise<void> => {
    const given: { name: string; positives: number[] }[] = []
    for (const tag of tags)
      given.push({ name: await spelled(library, tag), positives: await givenPhotos(library, tag) })
    await say(library, await library.calls.classifiers.trainCategorizer({ name, categories: given }))
  }

const setCertainty =
  (id: string, certainty: number | undefined) =>
  async ({ calls }: OpenLibrary): Promise<void> => {
    const found = await findClassifier({ calls }, id)
    const { classifiers } = calls
    const set = certainty === undefined ? found : await classifiers.setCertainty({ id, certainty })
    print(`${set.certainty} %`)
  }

type ReviewOptions = { limit: number; tag?: string; new?: boolean; surest?: boolean; above?: number; json?: boolean }
type AnswerOptions = { tag?: string; above?: number }

/** `lumafold classifiers review|accept|reject` */
function classifierReviewCommands(classifiers: Command): void {
  const tag = ['--tag <name>', 'which tag, where the classifier has several'] as const
  classifiers
    .command('review')
    .description('list what a classifier suggests, the most doubtful first; nothing of it is a tag yet')
    .argument('<id>', 'its id, as `classifiers list` prints it')
    .option('--limit <number>', 'how many', parseWhole(1, 500), 20)
    .option(...tag)
    .option('--above <percent>', 'only suggestions of at least this certainty', parseWhole(1, 100))
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
    .option('--above <percent>', 'all that wait, of at least this certainty', parseWhole(1, 100))
    .action((id: string, paths: string[], _options, command: Command) =>
      runOn<AnswerOptions>(command, (library, options) => accept(library, id, paths, options)),
    )
  classifiers
    .command('reject')
    .description('say that the tag does not fit; it is not suggested for these photos again')
    .argument('<id>', 'its id')
    .argument(...photos)
    .option(...tag)
    .action((id: string, paths: string[], _options, command: Command) =>
      runOn<AnswerOptions>(command, (library, options) => judge(library, 'rejected', id, paths, options)),
    )
}

const review =
  (id: string) =>
  async (library: OpenLibrary, options: ReviewOptions): Promise<void> => {
    const classifier = await findClassifier(library, id)
    const { total, suggestions } = await library.calls.classifiers.suggestions({
      id,
      name: options.tag === undefined ? undefined : tagOf(classifier, options.tag),
      order: options.surest ? 'surest' : 'doubtful',
      isFresh: options.new === true,
      atLeast: options.above ?? 0,
      limit: options.limit,
    })
    const rows: { path: string; tag: string; certainty: number }[] = []
    for (const { photo, name, confidence } of suggestions)
      rows.push({ path: await library.hostCalls.locatePhoto({ id: photo.id }), tag: name, certainty: confidence })
    if (options.json === true) return printJson({ total, suggestions: rows })
    for (const { path, tag, certainty } of rows)
      print(`${String(Math.round(certainty)).padStart(3)} %  ${tag}  ${path}`)
    if (total === 0) note(nothingOf(options))
    else if (total > rows.length) note(`${(total - rows.length).toLocaleString('en')} further ones wait.`)
  }

function nothingOf({ new: isNew, above, tag }: ReviewOptions): string {
  const isChosen = isNew === true || above !== undefined || tag !== undefined
  return isChosen ? 'Nothing of that kind waits.' : 'Nothing waits.'
}

async function accept(
  library: OpenLibrary,
  id: string,
  paths: readonly string[],
  options: AnswerOptions,
): Promise<void> {
  if (options.above === undefined) return judge(library, 'accepted', id, paths, options)
  if (paths.length > 0) throw new AppError('bad-params', 'Name photos, or a certainty with --above, not both.')
  await findClassifier(library, id)
  const { changeId, sentence } = await library.calls.classifiers.acceptAbove({ id, certainty: options.above })
  if (changeId === null) return tell(`Nothing that waits is at least ${options.above} % certain; no photo was changed.`)
  await library.calls.metadata.write()
  print(sentence)
}

async function judge(
  library: OpenLibrary,
  verdict: SuggestionVerdict,
  id: string,
  paths: readonly string[],
  { tag }: AnswerOptions,
): Promise<void> {
  if (paths.length === 0)
    throw new AppError('bad-params', `Name the photos${verdict === 'accepted' ? ', or a certainty with --above' : ''}.`)
  const classifier = await findClassifier(library, id)
  const name = tag === undefined ? onlyTag(classifier) : tagOf(classifier, tag)
  const ids = await findPhotos(library, paths)
  const { sentence } = await library.calls.keywords.judge({ ids, name, verdict })
  await library.calls.metadata.write()
  print(sentence)
}

function onlyTag({ id, classes }: CustomClassifier): string {
  const [only, ...others] = classes
  if (only !== undefined && others.length === 0) return only.name
  throw new AppError('bad-params', `${id} has several tags: name one with --tag.`)
}

/** Runs a subcommand of `lumafold classifiers` on the opened library. */
function runOn<Options extends object>(
  command: Command,
  work: (library: OpenLibrary, options: CommonOptions & Options & { json?: boolean }) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions & Options & { json?: boolean }>()
  return withLibrary({ options, owner: 'lumafold classifiers' }, (library) => work(library, options))
}

/** A classifier by its id. Throws `tagger-not-found` with the existing ones. */
async function findClassifier({ calls }: Pick<OpenLibrary, 'calls'>, id: string): Promise<CustomClassifier> {
  const all = await calls.classifiers.list()
  const found = all.find((each) => each.id === id)
  if (found !== undefined) return found
  const known = all.map((each) => each.id).join(', ')
  throw new AppError(
    'tagger-not-found',
    known === ''
      ? `There is no classifier ${id}; nothing is learned yet.`
      : `There is no classifier ${id}; there are: ${known}.`,
  )
}

/** The spelling of one of a classifier's tags, ignoring capitals in the input. Throws `bad-params` for another tag. */
function tagOf({ id, classes }: CustomClassifier, name: string): string {
  const found = classes.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found.name
  const known = classes.map((each) => each.name).join(', ')
  throw new AppError('bad-params', `${id} does not suggest “${name}”; it suggests: ${known}.`)
}
