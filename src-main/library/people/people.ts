import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { FaceRef, FacesOf, PeopleState } from '../../contract/library/people.ts'
import { type PeopleAction } from './changes/people.ts'
import type { Catalog, ChangePart } from '../catalog/catalog.ts'
import { faceKeyOf } from './rows/face-vectors/face-area.ts'
import type { PersonRow } from './rows/people-rows.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import type { EventHub } from '../events/event-hub.ts'
import { editFaces, edits, mergeFaces, unnameFaces } from './face-changes.ts'
import { facesOf, nobodyCalled, requirePerson } from './list-people.ts'
import type { PeopleFinder } from './people-finder.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

type PeopleDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'metadataWrites' | 'people' | 'photos' | 'search' | 'settings'>
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
  hub: Pick<EventHub, 'publish'>
  finder: Pick<PeopleFinder, 'schedule' | 'forget' | 'isGrouping' | 'grouped'>
  /** Whether a model that recognises faces is installed. */
  hasModel(): boolean
  /** People are recognised from now on, or no longer: pending steps of photos change. */
  onSwitched(): Promise<void>
  /** Names are written into files from now on, or no longer. */
  onWriting(): void
}

type Words = { action: PeopleAction; name: string; into?: string }

/** People on photos: the switch, and a person's changes of faces. Each is one entry of the history. */
export class People {
  readonly #dependencies: PeopleDependencies

  constructor(dependencies: PeopleDependencies) {
    this.#dependencies = dependencies
  }

  state(): PeopleState {
    const { catalog, finder, hasModel } = this.#dependencies
    const { vectors } = catalog.people
    return {
      isOn: vectors.isOn(),
      hasModel: hasModel(),
      faces: vectors.count(),
      toAnalyse: vectors.isOn() ? catalog.analysis.countPending('face-vectors') : 0,
      toGroup: vectors.isOn() ? catalog.people.countDue() : 0,
      isGrouping: finder.isGrouping,
      grouped: finder.grouped,
      writesNames: catalog.settings.get().writesNames,
    }
  }

  /**
   * Turns recognition of people on or off. Turning it off deletes all vectors, groups and suggestions for good before
   * this returns; names that the person gave stay.
   */
  async setOn(isOn: boolean): Promise<PeopleState> {
    const { catalog, hub, finder, onSwitched } = this.#dependencies
    const { vectors } = catalog.people
    if (vectors.isOn() !== isOn) {
      if (isOn) vectors.turnOn()
      else await vectors.turnOff()
      await finder.forget()
      hub.publish({ type: 'people.changed' })
      await onSwitched()
    }
    return this.state()
  }

  /** Sets whether names are written with other metadata; throws `bad-params` while metadata is not written. */
  setWriting(isOn: boolean): PeopleState {
    const { catalog, hub, onWriting } = this.#dependencies
    if (isOn && catalog.settings.get().metadataWriting === 'off')
      throw new AppError('bad-params', say('errors.writtenNowhere'))
    // before the setting: an interruption in between makes photos be compared, and loses nothing
    catalog.metadataWrites.chooseNames()
    hub.publish({ type: 'settings.changed', settings: catalog.settings.set({ writesNames: isOn }) })
    onWriting()
    return this.state()
  }

  name(faces: readonly FaceRef[], name: string): Promise<ChangeResult> {
    const known = this.#spelled(name)
    return this.#edit(faces, { action: 'named', name: known }, edits.name(known))
  }

  /** Names every face of a group. Throws `bad-params` if the group has none left. */
  nameGroup(id: number, name: string): Promise<ChangeResult> {
    return this.name(this.#facesOf({ of: 'group', id }), name)
  }

  /** These are not someone's faces: that person is not suggested for them again. */
  refuse(faces: readonly FaceRef[], name: string): Promise<ChangeResult> {
    const { name: known } = requirePerson(this.#dependencies.catalog.people, name)
    return this.#edit(faces, { action: 'refused', name: known }, edits.refuse(known))
  }

  /** Removes faces from a person, who is not suggested for them again. */
  release(faces: readonly FaceRef[], name: string): Promise<ChangeResult> {
    const { name: known } = requirePerson(this.#dependencies.catalog.people, name)
    return this.#edit(faces, { action: 'released', name: known }, edits.refuse(known))
  }

  /** Ignores faces, or no longer ignores them. */
  ignore(faces: readonly FaceRef[], isIgnored: boolean): Promise<ChangeResult> {
    const action = isIgnored ? 'ignored' : 'heeded'
    return this.#edit(faces, { action, name: '' }, isIgnored ? edits.ignore : edits.heed)
  }

  ignoreGroup(id: number): Promise<ChangeResult> {
    return this.ignore(this.#facesOf({ of: 'group', id }), true)
  }

  /** Merges several people into one. */
  async merge(names: readonly string[], into: string): Promise<ChangeResult> {
    const { people } = this.#dependencies.catalog
    const target = this.#spelled(into)
    const others = [...new Set(names.map((name) => requirePerson(people, name)))].filter(({ name }) => name !== target)
    if (others.length === 0) throw new AppError('bad-params', say('errors.twoPeople'))
    const merged = others.map(({ name }) => name).join(', ')
    return this.#becomeOne(others, target, { action: 'merged', name: merged, into: target })
  }

  /** Renames someone; if the name exists, both become one. */
  async rename(name: string, next: string): Promise<ChangeResult> {
    const { catalog, changes } = this.#dependencies
    const person = requirePerson(catalog.people, name)
    const other = catalog.people.find(next)
    if (other?.id === person.id) {
      const { neverSuggest, isPrivate } = person
      return changes.apply({ kind: 'person', name: next, neverSuggest, isPrivate, ids: LIBRARY_IDS })
    }
    if (other !== undefined) return this.merge([person.name], other.name)
    return this.#becomeOne([person], next, { action: 'renamed', name: person.name, into: next })
  }

  /** Removes a name: their faces are unnamed, and the settings for them are deleted. */
  async remove(name: string): Promise<ChangeResult> {
    const { people } = this.#dependencies.catalog
    const person = requirePerson(people, name)
    const faces = people.faces(person.id).length
    const isWanted = person.neverSuggest || person.isPrivate
    if (faces === 0 && !isWanted) throw nobodyCalled(name) // they were removed already
    const parts = await unnameFaces(people, person)
    const plain = { neverSuggest: false, isPrivate: false }
    if (isWanted) parts.push({ change: { kind: 'person', name: person.name, ...plain }, ids: LIBRARY_IDS })
    return this.#apply(parts, { action: 'removed', name: person.name, faces })
  }

  /** Sets what a person wants for someone: no suggestions, or their photos private. */
  async setPerson(name: string, wanted: { neverSuggest?: boolean; isPrivate?: boolean }): Promise<ChangeResult> {
    const { catalog, changes, finder, hub } = this.#dependencies
    const { name: known, neverSuggest, isPrivate } = requirePerson(catalog.people, name)
    const result = await changes.apply({
      kind: 'person',
      name: known,
      neverSuggest: wanted.neverSuggest ?? neverSuggest,
      isPrivate: wanted.isPrivate ?? isPrivate,
      ids: LIBRARY_IDS,
    })
    finder.schedule()
    hub.publish({ type: 'people.changed' })
    return result
  }

  async #becomeOne(others: readonly PersonRow[], into: string, words: Words): Promise<ChangeResult> {
    const { people } = this.#dependencies.catalog
    const faces = others.reduce((sum, { id }) => sum + people.faces(id).length, 0)
    const parts = await mergeFaces(people, others, into)
    return this.#apply([...this.#keepWanted(others, into), ...parts], { ...words, faces })
  }

  /** Private or never suggested people stay so under another name. */
  #keepWanted(others: readonly PersonRow[], name: string): ChangePart[] {
    const target = this.#dependencies.catalog.people.find(name)
    const all = target === undefined ? others : [...others, target]
    const wanted = {
      neverSuggest: all.some(({ neverSuggest }) => neverSuggest),
      isPrivate: all.some(({ isPrivate }) => isPrivate),
    }
    const isAsBefore =
      wanted.neverSuggest === (target?.neverSuggest ?? false) && wanted.isPrivate === (target?.isPrivate ?? false)
    return isAsBefore ? [] : [{ change: { kind: 'person', name, ...wanted }, ids: LIBRARY_IDS }]
  }

  async #edit(faces: readonly FaceRef[], words: Words, edit: Parameters<typeof editFaces>[2]): Promise<ChangeResult> {
    const { people } = this.#dependencies.catalog
    return this.#apply(await editFaces(people, faces, edit), { ...words, faces: faces.length })
  }

  async #apply(parts: readonly ChangePart[], words: Words & { faces: number }): Promise<ChangeResult> {
    const { changes, finder, hub } = this.#dependencies
    const photos = new Set(parts.flatMap(({ change, ids }) => (change.kind === 'faces' ? ids : []))).size
    const result = await changes.applyBatch({ kind: 'people', ...words, photos }, parts)
    finder.schedule()
    hub.publish({ type: 'people.changed' })
    return result
  }

  #facesOf(of: FacesOf): FaceRef[] {
    const refs = facesOf(this.#dependencies, of).map((face) => ({ photoId: face.photoId, key: faceKeyOf(face) }))
    if (refs.length === 0) throw new AppError('bad-params', say('errors.groupEmpty'))
    return refs
  }

  /** A name in the spelling of a known person. */
  #spelled(name: string): string {
    return this.#dependencies.catalog.people.find(name)?.name ?? name.trim()
  }
}
