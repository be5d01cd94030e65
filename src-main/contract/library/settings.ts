import { issueWith } from '../issues.ts'
import { say } from '../sentences/say.ts'
import { z } from 'zod'
import { Language } from '../analysis/language.ts'
import { DISPLAY_THRESHOLD } from '../analysis/tag.ts'
import { listColumns, usualColumns } from './list-column.ts'
import { chosenServer, MapTiles, noMapTiles, problemOfServer } from './map-tiles.ts'
import { SensitiveFrom } from './photo.ts'
import { TileBadge, TileLabel } from './tile-parts.ts'

const nsfwMode = z.enum(['hide', 'blur', 'show'])
/** Which photos `nsfwMode` hides or blurs: nudity alone, or underwear as well. */
const sensitiveFrom = SensitiveFrom
const theme = z.enum(['system', 'light', 'dark'])
/** The surroundings of a photo that is shown large: the colour of the theme, or one for both themes. */
export const Stage = z.enum(['theme', 'black', 'dark', 'grey', 'white'])
export type Stage = z.infer<typeof Stage>
/** Height of a grid row in CSS pixels. */
const tileSize = z.int().min(80).max(400)
/** Language of tags; until one is chosen it is null and follows the window (`languageOfTags`). */
const language = Language.nullable()
/** The languages of the window's texts. */
export const WindowLanguage = z.enum(['en', 'de', 'fr', 'es', 'ja', 'ar'])
export type WindowLanguage = z.infer<typeof WindowLanguage>
/** Language of the window's texts; null follows the system. */
const windowLanguage = WindowLanguage.nullable()
/** The language of the last window, for tags if nobody chose their language; null before the first window. */
const followedLanguage = Language.nullable()
/** The layout of the grid: rows that fill the width, squares, or a list with one line per photo. */
export const GridMode = z.enum(['justified', 'square', 'list'])
export type GridMode = z.infer<typeof GridMode>
/** The headers among photos that are sorted by date. */
export const Grouping = z.enum(['none', 'day', 'month', 'year'])
export type Grouping = z.infer<typeof Grouping>
/** Whether the grid shows one photo per stack. */
const foldsStacks = z.boolean()
/** The photos that flags, stars and labels of a folded stack are given: the one that is shown, or all of them. */
const stackMarks = z.enum(['top', 'all'])
/** Whether a line above the photos says how many of them are decided. */
const showsProgress = z.boolean()
/** What is shown below tiles, and what is drawn on them. */
const tileLabels = z.array(TileLabel).max(TileLabel.options.length)
const tileBadges = z.array(TileBadge).max(TileBadge.options.length)
const minConfidence = z.number().min(7).max(100)
/** Whether photos get words for the people in them, derived from faces (`contract/analysis/people-concepts.ts`). */
const peopleWords = z.enum(['show', 'hide'])
/** Whether ratings, tags and texts are written for other programs: nowhere, beside photos, or into their files. */
export const MetadataWriting = z.enum(['off', 'sidecars', 'files'])
export type MetadataWriting = z.infer<typeof MetadataWriting>
/** Names of new sidecars; `auto` is `name.xmp` for RAW files and `name.ext.xmp` for others. */
const sidecarName = z.enum(['auto', 'name.xmp', 'name.ext.xmp'])
/** Whether names of faces are included when metadata are written. */
const writesNames = z.boolean()
/** Whether a file keeps its modification time when metadata are written into it; backup programs rely on that time. */
const keepsFileTimes = z.boolean()

/** Whether files from one press of the shutter are one photo: a RAW file and its picture, a picture and its film. */
const pairing = z.enum(['together', 'apart'])
/** Whether files with identical bytes are one photo. */
const copies = z.enum(['together', 'apart'])
/** Which file represents a photo that has a RAW file and a picture. */
const mainOfPair = z.enum(['picture', 'raw'])
export type MainOfPair = z.infer<typeof mainOfPair>

/** The program whose keys the window uses for flags, stars and labels. */
const shortcuts = z.enum(['lightroom', 'photo-mechanic'])
export type ShortcutPreset = z.infer<typeof shortcuts>
/** Whether the window moves on to the next photo after one is flagged, rated or labelled. */
const autoAdvance = z.boolean()
/** Whether suggestions within bursts follow what was learned from the person's choices; off forgets it. */
const learnsChoices = z.boolean()
/** Whether the system tells the person that long work has ended while they looked elsewhere. */
const tellsEnd = z.boolean()
/** Whether the machine is kept from sleeping during long work. */
const keepsAwake = z.boolean()
/** Whether the desktop program continues watching folders when its window is closed. */
const staysInTray = z.boolean()
/** Tiles can be on only if a server with everything it needs is chosen. */
const usableMapTiles = MapTiles.superRefine((tiles, context) => {
  const server = chosenServer(tiles)
  if (!tiles.isOn) return
  const problem = server === null ? say('tiles.noServer') : problemOfServer(server)?.sentence
  if (problem !== undefined) context.addIssue(issueWith(problem))
})

/** A person's settings, stored with the library. */
export const Settings = z.object({
  nsfwMode: nsfwMode.default('blur'),
  sensitiveFrom: sensitiveFrom.default('nsfw'),
  theme: theme.default('system'),
  stage: Stage.default('theme'),
  tileSize: tileSize.default(200),
  gridMode: GridMode.default('justified'),
  grouping: Grouping.default('day'),
  foldsStacks: foldsStacks.default(false),
  stackMarks: stackMarks.default('top'),
  showsProgress: showsProgress.default(true),
  listColumns: listColumns.default(usualColumns),
  tileLabels: tileLabels.default([]),
  tileBadges: tileBadges.default([...TileBadge.options]),
  minConfidence: minConfidence.default(DISPLAY_THRESHOLD),
  peopleWords: peopleWords.default('show'),
  language: language.default(null),
  windowLanguage: windowLanguage.default(null),
  followedLanguage: followedLanguage.default(null),
  /** `metadata.setMode` changes it. */
  metadataWriting: MetadataWriting.default('off'),
  sidecarName: sidecarName.default('auto'),
  keepsFileTimes: keepsFileTimes.default(false),
  /** `people.setWriting` changes it. */
  writesNames: writesNames.default(false),
  pairing: pairing.default('together'),
  copies: copies.default('apart'),
  mainOfPair: mainOfPair.default('picture'),
  shortcuts: shortcuts.default('lightroom'),
  autoAdvance: autoAdvance.default(false),
  learnsChoices: learnsChoices.default(true),
  tellsEnd: tellsEnd.default(true),
  keepsAwake: keepsAwake.default(false),
  staysInTray: staysInTray.default(false),
  mapTiles: MapTiles.default(noMapTiles),
})
export type Settings = z.infer<typeof Settings>

/** The language for tags: the chosen one, else that of the window, else English. */
export const languageOfTags = ({ language, followedLanguage }: Settings): Language =>
  language ?? followedLanguage ?? 'en'

/** A partial change of settings. It has no defaults, so that absent settings keep their values. */
export const SettingsChange = z
  .object({
    nsfwMode,
    sensitiveFrom,
    theme,
    stage: Stage,
    tileSize,
    gridMode: GridMode,
    grouping: Grouping,
    foldsStacks,
    stackMarks,
    showsProgress,
    listColumns,
    tileLabels,
    tileBadges,
    minConfidence,
    peopleWords,
    language,
    windowLanguage,
    followedLanguage,
    sidecarName,
    keepsFileTimes,
    pairing,
    copies,
    mainOfPair,
    shortcuts,
    autoAdvance,
    learnsChoices,
    tellsEnd,
    keepsAwake,
    staysInTray,
    mapTiles: usableMapTiles,
  })
  .partial()
