import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { type Command, Option } from 'commander'
import type {
  DuplicateGroup,
  DuplicateKind,
  DuplicatePhoto,
  TrashPlan,
  TrashReport,
} from '../../../contract/library/duplicates.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, note, print, printJson, tell } from '../output/output.ts'
import { exitAfter } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

type Options = CommonOptions & {
  json?: boolean
  kind?: DuplicateKind
  trash?: boolean
  dryRun?: boolean
  yes?: boolean
}

const PAGE = 100
/** Number of groups that are planned and moved at a time. */
const GROUPS_AT_ONCE = 500

/** `lumafold duplicates [--kind KIND] [--trash [--dry-run | --yes]] [--json]` */
export function duplicatesCommand(program: Command): void {
  program
    .command('duplicates')
    .description('photos that show the same, and which to keep; with --trash the others go to the trash of the system')
    .addOption(new Option('--kind <kind>', 'only groups of this kind').choices(['equal', 'same', 'near']))
    .option('--trash', 'move all but the suggested photo of each group to the trash, after a list of the files')
    .option('--dry-run', 'with --trash: only list the files')
    .option('--yes', 'with --trash: move the files that are listed')
    .option('--json', 'print JSON (see JSON.md)')
    .action((_options, command: Command) => run(command))
}

async function run(command: Command): Promise<void> {
  const options = command.optsWithGlobals<Options>()
  if (options.trash !== true && (options.yes === true || options.dryRun === true))
    command.error('error: --yes and --dry-run go with --trash')
  await withLibrary({ options, owner: 'lumafold duplicates' }, async (library) => {
    await library.calls.duplicates.search()
    const groups = await listGroups(library, options.kind)
    if (options.trash === true) await trash(library, groups, options)
    else list(groups, options)
  })
}

async function listGroups(library: OpenLibrary, kind: DuplicateKind | undefined): Promise<DuplicateGroup[]> {
  const all: DuplicateGroup[] = []
  for (let total = 1; all.length < total;) {
    const page = await library.calls.duplicates.groups({
      offset: all.length,
      limit: PAGE,
      ...(kind === undefined ? {} : { kind }),
    })
    all.push(...page.groups)
    total = page.groups.length === 0 ? 0 : page.total
  }
  return all
}

function list(groups: readonly DuplicateGroup[], { json }: Options): void {
  if (json) return printJson(groups.map(groupJson))
  if (groups.length === 0) return note('No duplicates found.')
  for (const { kind, photos, keepId, reasons, notes } of groups) {
    print(`${kindWords[kind]}:`)
    for (const photo of photos) print(`  ${photo.id === keepId ? 'keep' : '    '}  ${describe(photo)}`)
    if (reasons.length > 0) print(`  why   ${reasons.map(inEnglish).join(', ')}`)
    if (notes.length > 0) print(`  note  ${notes.map(inEnglish).join(', ')}`)
  }
}

const kindWords: Readonly<Record<DuplicateKind, string>> = {
  equal: 'Equal files',
  same: 'The same picture',
  near: 'Versions of one picture',
}

const describe = ({ path, width, height, bytes }: DuplicatePhoto): string =>
  `${path} (${width} x ${height}, ${bytes.toLocaleString('en')} bytes)`

async function trash(library: OpenLibrary, groups: readonly DuplicateGroup[], options: Options): Promise<void> {
  const choices = groups.map(({ keepId, photos }) => ({
    keepId,
    ids: photos.flatMap(({ id }) => (id === keepId ? [] : id)),
  }))
  const done: { plan: TrashPlan; report: TrashReport | null }[] = []
  for (let at = 0; at < choices.length; at += GROUPS_AT_ONCE) {
    const plan = await library.calls.duplicates.plan({ choices: choices.slice(at, at + GROUPS_AT_ONCE) })
    if (options.json !== true) printPlan(plan)
    const isMeant = options.yes === true && options.dryRun !== true
    const report = isMeant ? await library.calls.duplicates.trash({ planId: plan.planId }) : null
    if (report !== null && options.json !== true) printReport(report)
    done.push({ plan, report })
  }
  const reports = done.flatMap(({ report }) => report ?? [])
  const [moved, failed] = [
    sum(reports.map(({ photoCount }) => photoCount)),
    sum(reports.map(({ failures }) => failures.length)),
  ]
  endWith(exitAfter({ done: moved, failed }))
  if (options.json) printJson(done.map(trashJson))
  else if (done.length === 0) note('No duplicates found.')
  else if (options.yes !== true || options.dryRun === true) note('Nothing was moved. --trash --yes moves these files.')
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function printPlan({ files, refused }: TrashPlan): void {
  for (const { path, bytes } of files) print(`${path} (${bytes.toLocaleString('en')} bytes)`)
  for (const { path, reason } of refused) tell(`${path} stays: ${inEnglish(reason)}`)
}

function printReport({ photoCount, fileCount, failures, change }: TrashReport): void {
  for (const { path, reason } of failures) tell(`${path} stays: ${inEnglish(reason)}`)
  print(`${count(photoCount, 'photo')} with ${count(fileCount, 'file')} moved to the trash`)
  if (change?.changeId) print(`"lumafold undo --id ${change.changeId}" puts them back`)
}

const groupJson = ({ kind, photos, keepId, reasons, notes }: DuplicateGroup) => ({
  kind,
  reasons,
  notes,
  photos: photos.map(({ id, path, width, height, bytes, format, takenAt, rating, tags }) => ({
    path,
    keep: id === keepId,
    width,
    height,
    bytes,
    format,
    taken_at: takenAt,
    rating,
    tags,
  })),
})

const trashJson = ({ plan, report }: { plan: TrashPlan; report: TrashReport | null }) => ({
  files: plan.files.map(({ path, bytes }) => ({ path, bytes })),
  refused: plan.refused.map(({ path, reason }) => ({ path, reason })),
  moved: report?.photoCount ?? 0,
  failures: report?.failures ?? [],
  change: report?.change?.changeId ?? null,
})
