/** What of a source is read. */
export type SourceOptions = {
  /** The folders of digiKam become tags as well. */
  withAlbums: boolean
}
