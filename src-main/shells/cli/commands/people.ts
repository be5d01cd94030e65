import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { Argument, type Command } from 'commander'
import type { ChangeResult } from '../../../contract/library/history.ts'
import type { FaceGroup, Person } from '../../../contract/library/people.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { count, note, print, printJson } from '../output/output.ts'

type Options = CommonOptions & { json?: boolean; off?: boolean }

const GROUPS = 1000

/** `lumafold people list|name|merge|rename|remove|split|never-suggest|private|ignore|on|off|write` */
export function peopleCommand(program: Command): void {
  const people = program
    .command('people')
    .description('who is on photos: faces grouped on this machine, names given once')
  const add: Add = (name, what, args, run) => {
    const command = people.command(name).description(what)
    for (const argument of args) command.addArgument(argument)
    command.option('--json', 'print JSON (see JSON.md)').option('--off', 'take it back')
    command.action(async () => {
      const options = command.optsWithGlobals<Options>()
      await withLibrary({ options, owner: `lumafold people ${name}` }, (library) => run(library, command.args, options))
    })
  }
  const name = new Argument('<name>', 'someone whose faces are named')
  const group = new Argument('<group>', 'the number of a group, as `people list` prints it')
  add('list', 'everyone with a name, and groups without one', [], list)
  add('name', 'give a group of faces a name', [group, new Argument('<name>', 'whose they are')], nameGroup)
  add('merge', 'make several people one; the last name stays', [new Argument('<names...>', 'two names or more')], merge)
  add('rename', 'give someone another name', [name, new Argument('<next>', 'the other name')], rename)
  add('remove', 'take someone’s name off all their faces; photos stay', [name], (library, [who]) =>
    say(library.calls.people.remove({ name: who! })),
  )
  add(
    'split',
    'take faces of some photos out of a person, by photo numbers; with --to, they are somebody else’s',
    [name, new Argument('<photos...>', 'numbers of photos, as `list --json` prints them')],
    split,
  )
  people.commands.find((each) => each.name() === 'split')?.option('--to <other>', 'whose they are')
  add('never-suggest', 'never suggest someone; --off takes it back', [name], (library, [who], { off }) =>
    say(library.calls.people.set({ name: who!, neverSuggest: off !== true })),
  )
  add('private', 'make photos of someone private; --off takes it back', [name], (library, [who], { off }) =>
    say(library.calls.people.set({ name: who!, isPrivate: off !== true })),
  )
  add('ignore', 'leave a group of faces alone', [group], (library, [id]) =>
    say(library.calls.people.ignoreGroup({ id: numberOf(id) })),
  )
  addSwitches(add)
}

type Add = (name: string, what: string, args: readonly Argument[], run: Run) => void

function addSwitches(add: Add): void {
  add('on', 'recognise people from now on, on this machine alone', [], (library) => turn(library, true))
  add('off', 'stop, and delete all vectors, groups and suggestions for good; names stay', [], (library) =>
    turn(library, false),
  )
  add('write', 'write names into files where metadata are written; --off stops that', [], write)
}

type Run = (library: OpenLibrary, args: string[], options: Options & { to?: string }) => Promise<void>

const numberOf = (text: string | undefined): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`${text} is no number of a group: lumafold people list prints them.`)
}
const say = async (change: Promise<ChangeResult>): Promise<void> => print(`${inEnglish((await change).sentence)}.`)

const list: Run = async ({ calls, hostCalls }, _args, { json }) => {
  await hostCalls.waitUntilIdle()
  const people = await calls.people.list()
  const { groups, total } = await calls.people.groups({ limit: GROUPS })
  const state = await calls.people.state()
  if (json) return printJson({ ...state, people: people.map(personJson), groups: groups.map(groupJson) })
  if (!state.isOn) note('People are not recognised: lumafold people on.')
  for (const { name, faces, photos, suggestions } of people)
    print(
      `${name}: ${count(faces, 'face')} on ${count(photos, 'photo')}${suggestions > 0 ? `, ${count(suggestions, 'suggestion')}` : ''}`,
    )
  for (const { id, faces, some } of groups)
    print(
      `group ${id}: ${count(faces, 'face')}, such as on ${some
        .slice(0, 3)
        .map(({ photo }) => photo.name)
        .join(', ')}`,
    )
  if (total > groups.length) note(`${count(total - groups.length, 'further group')} not listed.`)
}

const personJson = ({ face: _face, ...person }: Person) => person
const groupJson = ({ id, faces, photos, some }: FaceGroup) => ({
  id,
  faces,
  photos,
  some: some.map(({ photoId }) => photoId),
})

const nameGroup: Run = ({ calls }, [id, name]) => say(calls.people.nameGroup({ id: numberOf(id), name: name! }))

const merge: Run = ({ calls }, names) => say(calls.people.merge({ names: names.slice(0, -1), into: names.at(-1)! }))

const rename: Run = ({ calls }, [name, next]) => say(calls.people.rename({ name: name!, next: next! }))

const split: Run = async ({ calls }, [name, ...photos], { to }) => {
  const wanted = new Set(photos.map(Number))
  const { faces } = await calls.people.faces({ of: { of: 'person', name: name! }, limit: 1000 })
  const chosen = faces.filter(({ photoId }) => wanted.has(photoId)).map(({ photoId, key }) => ({ photoId, key }))
  if (chosen.length === 0) throw new Error(`None of these photos has a face of ${name}.`)
  await say(
    to === undefined
      ? calls.people.release({ faces: chosen, name: name! })
      : calls.people.name({ faces: chosen, name: to }),
  )
}

async function turn({ calls, hostCalls }: OpenLibrary, isOn: boolean): Promise<void> {
  await calls.people.setOn({ isOn })
  if (isOn) await hostCalls.waitUntilIdle()
  const { faces } = await calls.people.state()
  print(
    isOn
      ? `People are recognised: ${count(faces, 'face')} can be compared.`
      : 'All vectors, groups and suggestions are deleted; names stay.',
  )
}

const write: Run = async ({ calls }, _args, { off }) => {
  await calls.people.setWriting({ isOn: off !== true })
  if (off === true) return print('Names are written nowhere from now on; what was written stays.')
  const { failed } = await calls.metadata.write()
  print(`Names are written where metadata are${failed > 0 ? `; ${count(failed, 'photo')} failed` : ''}.`)
}
