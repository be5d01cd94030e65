import { nameOf } from '../../../metadata-write/plan/keyword-names.ts'

/** Collections and albums of other programs are tags within this one. */
const COLLECTIONS = 'Collections'

/** The tag that stands for a collection; its levels are the groups around it and its name. */
export const collectionTag = (levels: readonly string[]): string => nameOf([COLLECTIONS, ...levels])
