import { loadCalls } from './calls.js'
import { checkAccount, createCredentials } from './credentials.js'
import { byId, bytes, h } from './dom.js'
import { createEntries } from './entries.js'
import { createFields, readFields } from './fields.js'
import { followUps } from './follow-ups.js'
import { showJson } from './json-view.js'
import { createPhoto } from './photo.js'
import { buildRequest, Incomplete, methodOf } from './request.js'
import { showResult } from './results/show-result.js'
import { Refused, send, sentenceOf } from './send.js'
import { showPhoto } from './stage.js'

const remembered = new Map()
const credentials = createCredentials(() => refresh())
const entries = createEntries()
const photo = createPhoto(() => (refresh(), previewPhoto()))
let calls = []
let running = null
let previewed = null

const call = () => calls.find(({ id }) => id === byId('calls').value)
const build = () => buildRequest(call(), readFields(byId('fields')), photo.current(), credentials.key())

/** What would be sent, as a command line. */
function refresh() {
  if (calls.length === 0) return
  showMethod(methodOf(call(), photo.source()))
  try {
    byId('curl').textContent = build().curl
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error
    byId('curl').textContent = `# ${error.message}`
  }
}

/** A photo is shown as soon as it is chosen; what was drawn on another one goes. An address is asked for only when it is sent. */
function previewPhoto() {
  const { kind, shown = null } = photo.current()
  if (shown === previewed || kind === 'address') return
  previewed = shown
  byId('drawn').replaceChildren(
    ...(shown
      ? [h('p', { class: 'nothing' }, 'Choose a call and send it.')]
      : [
          h(
            'div',
            { class: 'empty' },
            h('p', {}, 'The result is drawn here.'),
            h('p', {}, 'Choose a photo, choose a call, send it.'),
          ),
        ]),
  )
  say('', true)
  byId('answer-view').hidden = true
  void showPhoto(shown)
}

/** What the parameter under the pointer, or with the focus, means. */
function explain({ target }) {
  const input = target.closest('label')?.querySelector('[aria-description]')
  if (input)
    byId('about').replaceChildren(h('code', {}, input.dataset.name), ` ${input.getAttribute('aria-description')}`)
}

function showMethod(method) {
  byId('method').textContent = method
  byId('method').className = `method ${method.toLowerCase()}`
}

function selectCall(id) {
  if (id) byId('calls').value = id
  const { path, get, post } = call()
  byId('path').textContent = path
  byId('photo').hidden = !get && !post
  byId('fields').replaceChildren(...createFields(call(), remembered))
  byId('about').textContent = ''
  refresh()
}

/** What was written stays when another call is chosen that has the same parameter. */
function remember({ target }) {
  if (target.dataset.name)
    remembered.set(target.dataset.name, target.type === 'checkbox' ? (target.checked ? '1' : '0') : target.value)
  refresh()
}

async function submit(event) {
  event.preventDefault()
  if (running) return
  running = new AbortController()
  setBusy(true)
  try {
    if (!credentials.isGiven())
      throw new Incomplete('Give key and secret first; they were shown when the account was made.')
    const request = build()
    refresh()
    const asked = { call: call(), fields: readFields(byId('fields')), key: credentials.key() }
    const shown = byId('photo').hidden ? null : photo.current().shown
    const answer = await send(request, credentials.header(), running.signal)
    const stage = await showAnswer(answer, shown, entries.finder(asked))
    if (answer.status < 300) await entries.remember({ ...asked, stage, shown })
  } catch (error) {
    await showFault(error)
  } finally {
    running = null
    setBusy(false)
  }
}

/** Gives what is on the stage then, or null. */
async function showAnswer(answer, shown, findPicture) {
  const isGood = answer.status < 300
  say(`${answer.status} · ${Math.round(answer.ms)} ms · ${bytes(answer.bytes)}`, isGood)
  byId('answer-view').hidden = answer.json === null && answer.text === ''
  byId('json').replaceChildren(...(answer.json === null ? [answer.text] : showJson(answer.json)))
  previewed = shown
  const stage = await showPhoto(isGood && !answer.type.startsWith('image/') ? shown : null)
  if (answer.type.startsWith('image/')) byId('drawn').replaceChildren(await pictureOf(answer))
  else if (!isGood || answer.json === null)
    byId('drawn').replaceChildren(h('p', { class: 'fault' }, sentenceOf(answer)))
  else
    byId('drawn').replaceChildren(
      ...showResult(answer.json, stage, findPicture),
      ...followUps(answer.json, { photo, selectCall, remembered, refresh }),
    )
  byId('result').scrollIntoView({ block: 'nearest' })
  return stage
}

async function pictureOf({ blob, type, bytes: count }) {
  const image = h('img', { src: URL.createObjectURL(blob), alt: 'The cropped picture' })
  await image.decode().catch(() => undefined)
  return h(
    'figure',
    { class: 'picture' },
    image,
    h('figcaption', {}, `${image.naturalWidth}×${image.naturalHeight}, ${type}, ${bytes(count)}`),
  )
}

async function showFault(error) {
  if (error instanceof Refused) return showAnswer(error.answer, null)
  const sentence =
    error instanceof Incomplete
      ? error.message
      : error.name === 'AbortError'
        ? 'Stopped.'
        : 'The service cannot be reached. Look whether it is running, then send again.'
  say('', false)
  byId('answer-view').hidden = true
  await showPhoto(null)
  byId('drawn').replaceChildren(h('p', { class: 'fault', role: 'alert' }, sentence))
}

function say(text, isGood) {
  byId('status').textContent = text
  byId('status').className = `status ${text === '' ? '' : isGood ? 'good' : 'bad'}`
}

function setBusy(isBusy) {
  byId('send').disabled = isBusy
  byId('send').textContent = isBusy ? 'Sending…' : 'Send'
  byId('stop').hidden = !isBusy
  byId('result').setAttribute('aria-busy', String(isBusy))
}

async function copy({ currentTarget }) {
  await navigator.clipboard.writeText(byId(currentTarget.dataset.copies).textContent).then(
    () => (currentTarget.textContent = 'Copied'),
    () => (currentTarget.textContent = 'Not allowed'),
  )
  setTimeout(() => (currentTarget.textContent = 'Copy'), 1500)
}

async function start() {
  byId('request').addEventListener('submit', submit)
  byId('fields').addEventListener('input', remember)
  for (const event of ['focusin', 'pointerover']) byId('fields').addEventListener(event, explain)
  byId('calls').addEventListener('change', () => selectCall())
  byId('check').addEventListener('click', () => checkAccount(credentials))
  byId('stop').addEventListener('click', () => running?.abort())
  for (const button of document.querySelectorAll('.copy')) button.addEventListener('click', copy)
  try {
    calls = await loadCalls()
  } catch (error) {
    return showFault(new Incomplete(error.message))
  }
  const groups = Map.groupBy(calls, ({ group }) => group)
  byId('calls').append(
    ...[...groups].map(([group, those]) =>
      h(
        'optgroup',
        { label: group },
        those.map(({ id, title, path }) => h('option', { value: id }, optionText(title, path, those))),
      ),
    ),
  )
  selectCall()
}

/** Where two calls of a group have the same title, their paths tell them apart. */
const optionText = (title, path, those) =>
  those.filter((each) => each.title === title).length > 1 ? `${title} (${path.split('/')[3]})` : title

await start()
