/** What an import or an export of the library leaves out, and how much of it. */
export const losses = {
  pending: '{count, number} {count, plural, one {flag "Pending" of digiKam} other {flags "Pending" of digiKam}}',
  face: '{count, number} {count, plural, one {place of a named face} other {places of named faces}}',
  iptc: '{count, number} {count, plural, one {photo with further IPTC fields (read from the file)} other {photos with further IPTC fields (read from the files)}}',
  rating:
    '{count, number} {count, plural, one {rating that is no number from 0 to 5} other {ratings that are no numbers from 0 to 5}}',
  text: '{count, number} {count, plural, one {text that is none of its field} other {texts that are none of their fields}}',
  flag: '{count, number} {count, plural, one {flag that is not -1, 0 or 1} other {flags that are not -1, 0 or 1}}',
  column: '{count, number} {count, plural, one {column that is not known} other {columns that are not known}}',
  sidecarUnread:
    '{count, number} {count, plural, one {sidecar that cannot be read} other {sidecars that cannot be read}}',
  packet:
    '{count, number} {count, plural, one {damaged packet, which may hold a title} other {damaged packets, which may hold titles}}',
  copy: '{count, number} {count, plural, one {virtual copy} other {virtual copies}}',
  develop: '{count, number} {count, plural, one {photo with develop settings} other {photos with develop settings}}',
  snapshot: '{count, number} {count, plural, one {snapshot of develop settings} other {snapshots of develop settings}}',
  captureTime:
    '{count, number} {count, plural, one {capture time that was changed (read from the file)} other {capture times that were changed (read from the files)}}',
  stack: '{count, number} {count, plural, one {stack} other {stacks}}',
  quick: '{count, number} {count, plural, one {photo in the quick collection} other {photos in the quick collection}}',
  smart: '{count, number} {count, plural, one {smart collection} other {smart collections}}',
  book: '{count, number} {count, plural, one {book, slideshow, print or web page} other {books, slideshows, prints or web pages}}',
  published: '{count, number} {count, plural, one {published collection} other {published collections}}',
  synonym: '{count, number} {count, plural, one {synonym of a keyword} other {synonyms of keywords}}',
  comment: '{count, number} {count, plural, one {comment} other {comments}}',
  plugins:
    '{count, number} {count, plural, one {photo with fields of plug-ins} other {photos with fields of plug-ins}}',
  folderLabel: '{count, number} {count, plural, one {colour label of a folder} other {colour labels of folders}}',
  collectionLabel:
    '{count, number} {count, plural, one {colour label of a collection} other {colour labels of collections}}',
  videoPicture: '{count, number} {count, plural, one {chosen picture of a video} other {chosen pictures of videos}}',
  otherLanguage: '{count, number} {count, plural, one {text in another language} other {texts in other languages}}',
  albumText:
    '{count, number} {count, plural, one {caption or category of an album} other {captions and categories of albums}}',
  search: '{count, number} {count, plural, one {saved search} other {saved searches}}',
  grouped:
    '{count, number} {count, plural, one {photo grouped with another one, or made of it} other {photos grouped with others, or made of them}}',
  bin: "{count, number} {count, plural, one {photo in digiKam's bin} other {photos in digiKam's bin}}",
  privateMark: '{count, number} {count, plural, one {mark "private"} other {marks "private"}}',
  verdict:
    '{count, number} {count, plural, one {corrected verdict on sensitivity} other {corrected verdicts on sensitivity}}',
  removedTag: '{count, number} {count, plural, one {tag that was taken off} other {tags that were taken off}}',
  faceName: '{count, number} {count, plural, one {name of a face} other {names of faces}}',
  emptied: '{count, number} {count, plural, one {text that was emptied} other {texts that were emptied}}',
  removedPosition:
    '{count, number} {count, plural, one {position that was taken off} other {positions that were taken off}}',
} as const
