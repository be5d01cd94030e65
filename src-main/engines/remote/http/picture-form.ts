import { FormData } from 'undici'

/** A picture as the multipart field `image`. It goes without the name of its file, which is nobody's business. */
export function pictureForm(picture: Uint8Array): FormData {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  return form
}
