import type { FormData } from 'undici'

/** Puts a picture into a form as the multipart field `image`. It goes without the name of its file, which is nobody's business. */
export function pictureForm(form: FormData, picture: Uint8Array): FormData {
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  return form
}
