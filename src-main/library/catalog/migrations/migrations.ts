import { first } from './0001-first.ts'
import { taggers } from './0002-taggers.ts'
import { tagConcepts } from './0003-tag-concepts.ts'
import { remote } from './0004-remote.ts'
import { journal } from './0005-journal.ts'
import { imageHash } from './0006-image-hash.ts'
import { identity } from './0007-identity.ts'
import { watchedRoots } from './0008-watched-roots.ts'
import { edits } from './0009-edits.ts'
import { metadataProblems } from './0010-metadata-problems.ts'
import { personValues } from './0011-person-values.ts'
import { metadataWrites } from './0012-metadata-writes.ts'
import { media } from './0013-media.ts'
import { removed } from './0014-removed.ts'
import { pairs } from './0015-pairs.ts'
import { personTags } from './0016-person-tags.ts'
import { changeParts } from './0017-change-parts.ts'
import { takenBack } from './0018-taken-back.ts'
import { authors } from './0019-authors.ts'
import { copies } from './0020-copies.ts'
import { leftSidecars } from './0021-left-sidecars.ts'
import { bytesOfVersions } from './0022-bytes-of-versions.ts'
import { leavingResults } from './0023-leaving-results.ts'
import { withoutPicture } from './0024-without-picture.ts'
import { shots } from './0025-shots.ts'
import { savedSearches } from './0026-saved-searches.ts'
import { judged } from './0027-judged.ts'
import { dated } from './0028-dated.ts'
import { places } from './0029-places.ts'
import { notDuplicates } from './0030-not-duplicates.ts'
import { stacks } from './0031-stacks.ts'
import { sharpness } from './0032-sharpness.ts'
import { stackBadge } from './0033-stack-badge.ts'
import { orientation } from './0034-orientation.ts'
import { textImage } from './0035-text-image.ts'
import { codeFiles } from './0036-code-files.ts'
import { colorSignatures } from './0037-color-signatures.ts'
import { keptIndex } from './0038-kept-index.ts'
import { dueSteps } from './0039-due-steps.ts'
import { fileOperations } from './0040-file-operations.ts'
import { keywords } from './0041-keywords.ts'
import { people } from './0042-people.ts'
import { exports } from './0043-exports.ts'
import { cardImports } from './0044-card-imports.ts'
import { albums } from './0045-albums.ts'
import { iptc } from './0046-iptc.ts'
import { learnedSuggestions } from './0047-learned-suggestions.ts'
import { passesAndAnswers } from './0048-passes-and-answers.ts'
import { changeTimes } from './0049-change-times.ts'
import { readAgain } from './0050-read-again.ts'
import { sets } from './0051-sets.ts'
import { embeddedFilms } from './0052-embedded-films.ts'
import { filmsBeside } from './0053-films-beside.ts'
import { texts } from './0054-texts.ts'
import { crops } from './0055-crops.ts'
import { laterSteps } from './0056-later-steps.ts'
import { detail } from './0057-detail.ts'
import { textLines } from './0058-text-lines.ts'
import { foldedWords } from './0059-folded-words.ts'
import type { Migration } from '../../../base/sqlite/migration.ts'

/** Every migration, oldest first; the last one's version is the version this program writes. */
export const migrations: readonly Migration[] = [
  first,
  taggers,
  tagConcepts,
  remote,
  journal,
  imageHash,
  identity,
  watchedRoots,
  edits,
  metadataProblems,
  personValues,
  metadataWrites,
  media,
  removed,
  pairs,
  personTags,
  changeParts,
  takenBack,
  authors,
  copies,
  leftSidecars,
  bytesOfVersions,
  leavingResults,
  withoutPicture,
  shots,
  savedSearches,
  judged,
  dated,
  places,
  notDuplicates,
  stacks,
  sharpness,
  stackBadge,
  orientation,
  textImage,
  codeFiles,
  colorSignatures,
  keptIndex,
  dueSteps,
  fileOperations,
  keywords,
  people,
  exports,
  cardImports,
  albums,
  iptc,
  learnedSuggestions,
  passesAndAnswers,
  changeTimes,
  readAgain,
  sets,
  embeddedFilms,
  filmsBeside,
  texts,
  crops,
  laterSteps,
  detail,
  textLines,
  foldedWords,
]
