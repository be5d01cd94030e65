import { usePlace } from '../navigation/use-place.ts'
import { useOutsidePictures } from '../pictures/outside-pictures.ts'

/** Shows photos like a picture from outside. */
export function useFindPicture(): (file: File) => Promise<void> {
  const place = usePlace(),
    pictures = useOutsidePictures()
  return async (file) => {
    const picture = await pictures.add(file)
    if (picture) place.openSimilar({ pictureId: picture.id })
  }
}
