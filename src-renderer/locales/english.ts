import { englishDesktopTexts as desktop } from '../../src-main/contract/shell/desktop-texts.ts'
import activity from './messages/en/activity.json'
import albums from './messages/en/albums.json'
import analysis from './messages/en/analysis.json'
import app from './messages/en/app.json'
import backups from './messages/en/backups.json'
import cards from './messages/en/cards.json'
import compare from './messages/en/compare.json'
import components from './messages/en/components.json'
import connection from './messages/en/connection.json'
import crop from './messages/en/crop.json'
import cropReview from './messages/en/cropReview.json'
import cull from './messages/en/cull.json'
import decisions from './messages/en/decisions.json'
import duplicates from './messages/en/duplicates.json'
import exporting from './messages/en/export.json'
import exportJobs from './messages/en/exportJobs.json'
import faces from './messages/en/faces.json'
import details from './messages/en/details.json'
import fields from './messages/en/fields.json'
import files from './messages/en/files.json'
import film from './messages/en/film.json'
import folders from './messages/en/folders.json'
import grid from './messages/en/grid.json'
import history from './messages/en/history.json'
import inspector from './messages/en/inspector.json'
import keywords from './messages/en/keywords.json'
import map from './messages/en/map.json'
import metadata from './messages/en/metadata.json'
import missing from './messages/en/missing.json'
import navigation from './messages/en/navigation.json'
import people from './messages/en/people.json'
import learned from './messages/en/learned.json'
import photo from './messages/en/photo.json'
import photos from './messages/en/photos.json'
import printing from './messages/en/printing.json'
import privacy from './messages/en/privacy.json'
import publishing from './messages/en/publishing.json'
import remote from './messages/en/remote.json'
import search from './messages/en/search.json'
import second from './messages/en/second.json'
import settings from './messages/en/settings.json'
import similar from './messages/en/similar.json'
import stacks from './messages/en/stacks.json'
import transfer from './messages/en/transfer.json'
import updates from './messages/en/updates.json'
import words from './messages/en/words.json'
import writing from './messages/en/writing.json'

/**
 * Every text of the window in English, by area. A new area is a file in `messages/en` and a line here. Texts of the
 * desktop's menu and dialogs are in the contract, since its program shows them before there is a window.
 */
export const english = {
  activity,
  albums,
  analysis,
  app,
  backups,
  cards,
  compare,
  components,
  connection,
  crop,
  cropReview,
  cull,
  decisions,
  desktop,
  duplicates,
  export: exporting,
  exportJobs,
  faces,
  details,
  fields,
  files,
  film,
  folders,
  grid,
  history,
  inspector,
  keywords,
  map,
  metadata,
  missing,
  navigation,
  people,
  learned,
  photo,
  photos,
  printing,
  privacy,
  publishing,
  remote,
  search,
  second,
  settings,
  similar,
  stacks,
  transfer,
  updates,
  words,
  writing,
}

type Areas = typeof english

/** The name of a text: its area and its name within it, such as `words.photos`. */
export type MessageKey = { [Area in keyof Areas]: `${Area}.${Extract<keyof Areas[Area], string>}` }[keyof Areas]
