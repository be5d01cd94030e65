/** What to read of a source. */
export type SourceOptions = {
  /** The folders of digiKam become tags as well. */
  withAlbums: boolean
}
