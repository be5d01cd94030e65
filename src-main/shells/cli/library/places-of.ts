import { findPlaces, type Places } from '../../places.ts'
import { toPath } from '../arguments/to-path.ts'
import { around } from '../surroundings/run.ts'

/** Where things are for this run; `library` is the folder that was named, if any. */
export const placesOf = ({ library }: { library?: string } = {}): Places =>
  findPlaces({ library: library === undefined ? undefined : toPath(library) }, around().env)
