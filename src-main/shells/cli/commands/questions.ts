import type { Command } from 'commander'
import type { FileQuestion, QuestionPhoto } from '../../../contract/library/questions.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, formatTable, note, print, printJson } from '../output/output.ts'

type ListOptions = CommonOptions & { json?: boolean }
type AnswerOptions = CommonOptions & { none?: boolean }

const MAX_LISTED = 1000
const parseId = parseWhole(1, Number.MAX_SAFE_INTEGER)

/** `lumafold questions [list | answer PHOTO FILE | answer PHOTO --none]` */
export function questionsCommand(program: Command): void {
  const questions = program
    .command('questions')
    .description('files of which only you can say whose they are: list them, or answer')
  questions
    .command('list', { isDefault: true })
    .description('list photos whose file is gone, each with the files that may be its own')
    .option('--json', 'print JSON (see JSON.md)')
    .action((_options, command: Command) => run(command, list))
  questions
    .command('answer')
    .description('say which file is that of a photo; "lumafold undo" takes it back')
    .argument('<photo>', 'number of the photo, as "lumafold questions" lists it', parseId)
    .argument('[file]', 'number of the file that is its own', parseId)
    .option('--none', 'none of the files is')
    .action((photoId: number, fileId: number | undefined, _options, command: Command) =>
      answer(photoId, fileId, command),
    )
}

function run<Options extends CommonOptions>(
  command: Command,
  work: (library: OpenLibrary, options: Options) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<Options>()
  return withLibrary({ options, owner: 'lumafold questions' }, (library) => work(library, options))
}

async function list(library: OpenLibrary, { json }: ListOptions): Promise<void> {
  const { questions, total } = await library.calls.questions.list({ limit: MAX_LISTED })
  if (json) return printJson(questions.map(toJson))
  if (questions.length === 0) return note('It is clear which file is which photo.')
  for (const { photo, candidates } of questions) {
    print(`${photo.id}  ${photo.path} is gone. Is it one of these?`)
    for (const line of formatTable(candidates.map(describe))) print(`   ${line}`)
  }
  if (total > questions.length) note(`${count(total - questions.length, 'question')} more`)
}

async function answer(photoId: number, fileId: number | undefined, command: Command): Promise<void> {
  const { none = false } = command.optsWithGlobals<AnswerOptions>()
  if (none === (fileId !== undefined)) command.error('error: name the file, or --none')
  await run(command, async (library) =>
    print((await library.calls.questions.answer({ photoId, candidateId: fileId ?? null })).sentence),
  )
}

const describe = ({ id, path, rating, tags, takenAt }: QuestionPhoto): string[] => [
  String(id),
  path,
  rating > 0 ? '*'.repeat(rating) : '',
  tags.join(', '),
  takenAt ?? '',
]

const toJson = ({ photo, candidates, reason, askedMs }: FileQuestion) => ({
  photo: photoToJson(photo),
  files: candidates.map(photoToJson),
  reason,
  asked_at: new Date(askedMs).toISOString(),
})

const photoToJson = ({ id, path, rating, tags, takenAt, bytes }: QuestionPhoto) => ({
  id,
  path,
  rating,
  tags,
  taken_at: takenAt,
  bytes,
})
