import { byId, bytes, h } from './dom.js'

/** The photo that was chosen: `{ kind: 'file', file, shown }`, `{ kind: 'address', address, shown }`, `{ kind: 'upload', id, shown }` or `{ kind: 'none' }`. `shown` is an address for an img, or null. */
export function createPhoto(onChange) {
  let file = null
  let shown = null
  /** Uploads made from this page, so that their photo can be shown. */
  const uploads = new Map()
  const source = () => document.querySelector('input[name="source"]:checked').value
  const choose = (chosen) => {
    if (!chosen) return
    if (shown) URL.revokeObjectURL(shown)
    ;[file, shown] = [chosen, URL.createObjectURL(chosen)]
    byId('file-name').replaceChildren(h('strong', {}, chosen.name), ` ${bytes(chosen.size)}`)
    setSource('file')
  }
  const setSource = (to) => {
    document.querySelector(`input[name="source"][value="${to}"]`).checked = true
    for (const each of document.querySelectorAll('[data-source]')) each.hidden = each.dataset.source !== to
    onChange()
  }
  listen({ choose, setSource, onChange })
  return {
    /** What is chosen as its source: `file`, `address`, `upload` or `none`. */
    source,
    current() {
      const kind = source()
      if (kind === 'file')
        return file ? { kind, file, shown } : { kind: 'none', wanted: 'Choose a photo first, or give its address.' }
      if (kind === 'address')
        return byId('address').value.trim()
          ? { kind, address: byId('address').value.trim(), shown: byId('address').value.trim() }
          : { kind: 'none', wanted: 'Give the address of a photo first.' }
      if (kind === 'upload')
        return byId('upload-id').value.trim()
          ? { kind, id: byId('upload-id').value.trim(), shown: uploads.get(byId('upload-id').value.trim()) ?? null }
          : { kind: 'none', wanted: 'Give the id of an upload first.' }
      return { kind: 'none', wanted: 'This call needs a photo; choose one.' }
    },
    /** From now on the photo is named by an upload of the present file. */
    useUpload(id) {
      if (file) uploads.set(id, URL.createObjectURL(file))
      byId('upload-id').value = id
      setSource('upload')
    },
  }
}

function listen({ choose, setSource, onChange }) {
  byId('file').addEventListener('change', ({ target }) => choose(target.files[0]))
  for (const id of ['address', 'upload-id']) byId(id).addEventListener('input', onChange)
  for (const radio of document.querySelectorAll('input[name="source"]'))
    radio.addEventListener('change', () => setSource(radio.value))
  const drop = document.querySelector('.drop')
  addEventListener('dragover', (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
  addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? drop.classList.remove('over'))
  addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    choose(event.dataTransfer.files[0])
  })
  addEventListener('paste', ({ clipboardData }) => choose(clipboardData.files[0]))
}
