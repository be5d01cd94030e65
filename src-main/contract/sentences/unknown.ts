/** A request for a number that nothing has, or has no longer. */
export const unknown = {
  thing:
    'There is no {thing, select, photo {photo} folder {folder} watchedFolder {watched folder} album {album} savedSearch {saved search} template {template} preset {preset} publishFolder {publish folder} keywordSet {keyword set} other {entry}} with the id {id}.',
  unchanged:
    'There is no {thing, select, photo {photo} folder {folder} watchedFolder {watched folder} album {album} savedSearch {saved search} template {template} preset {preset} publishFolder {publish folder} keywordSet {keyword set} other {entry}} with the id {id}; nothing was changed.',
} as const
