import { field } from '../../src-main/contract/library/search/nodes.ts'
import { print } from '../../src-main/contract/library/search/print.ts'
import { usePlace } from '../navigation/use-place.ts'
import { useQuery } from '../photos/query.ts'

/** Searches for the photos of a person. */
export function useShowPerson() {
  const query = useQuery()
  const place = usePlace()
  const showPerson = (name: string): void => {
    query.show(print([field('person', [name], '=')]))
    place.goToLibrary()
  }
  return { showPerson }
}
