import { h } from './dom.js'

/** What parts of a path begin with, so that most calls can be sent as they are. */
const beginnings = { categorizer_id: 'general_v3', index_id: 'console' }

/** The inputs of a call: parts of its path, its parameters, or the JSON that it takes. `remembered` holds what was written before, by name. */
export function createFields(call, remembered) {
  const parts = call.parts.map((part) => partField(part, remembered))
  const json = call.example === null ? [] : [jsonField(call, remembered)]
  const parameters = call.fields.map((field) => parameterField(field, remembered))
  const isSwitch = (field) => field.classList.contains('check')
  const switches = parameters.filter(isSwitch)
  return [
    ...parts,
    ...json,
    ...parameters.filter((field) => !isSwitch(field)),
    ...(switches.length > 0 ? [h('div', { class: 'switches' }, switches)] : []),
  ]
}

/** What the inputs say: `{ parts, parameters, json }`; parameters at their default are left out. */
export function readFields(root) {
  const read = (kind) =>
    [...root.querySelectorAll(`[data-kind="${kind}"]`)].map((input) => ({
      input,
      name: input.dataset.name,
      value: valueOf(input),
    }))
  return {
    parts: Object.fromEntries(read('part').map(({ name, value }) => [name, value])),
    parameters: read('parameter')
      .filter(({ input, value }) => value !== '' && value !== input.dataset.default)
      .map(({ name, value, input }) => ({ name, value, isRepeated: input.dataset.repeated !== undefined })),
    json: root.querySelector('[data-kind="json"]')?.value ?? null,
  }
}

const valueOf = (input) => (input.type === 'checkbox' ? (input.checked ? '1' : '0') : input.value.trim())

function partField({ name, description }, remembered) {
  return labelled(
    name,
    description,
    h('input', {
      'data-kind': 'part',
      'data-name': name,
      value: remembered.get(name) ?? beginnings[name] ?? '',
      spellcheck: 'false',
      autocapitalize: 'off',
      required: true,
    }),
  )
}

function jsonField({ id, example }, remembered) {
  return h(
    'label',
    { class: 'wide' },
    'Body',
    h('textarea', {
      'data-kind': 'json',
      'data-name': id,
      rows: '12',
      spellcheck: 'false',
      value: remembered.get(id) ?? example,
    }),
  )
}

function parameterField({ name, description, schema, explode, 'x-addition': isAddition }, remembered) {
  const byDefault = schema.default === undefined ? '' : String(schema.default)
  const shared = { 'data-kind': 'parameter', 'data-name': name, 'data-default': byDefault }
  const before = remembered.get(name)
  if (schema.enum?.length === 2 && schema.enum[0] === 0)
    return checkbox(name, description, isAddition, { ...shared, checked: (before ?? byDefault) === '1' })
  if (schema.enum)
    return labelled(
      name,
      description,
      h(
        'select',
        { ...shared },
        h('option', { value: '' }, byDefault || '—'),
        schema.enum.map((option) => h('option', { value: option, selected: before === option }, option)),
      ),
      isAddition,
    )
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const input = h('input', {
    ...shared,
    value: before ?? '',
    placeholder: byDefault,
    inputmode: isNumber ? 'decimal' : 'text',
    spellcheck: 'false',
    autocapitalize: 'off',
    ...(schema.type === 'array' && explode && { 'data-repeated': '' }),
  })
  return labelled(
    name,
    schema.type === 'array' ? `${description} Several with commas between them.` : description,
    input,
    isAddition,
  )
}

function checkbox(name, description, isAddition, properties) {
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', 'aria-description': plain(description), ...properties }),
    h('span', {}, breakable(name)),
    mark(isAddition),
  )
}

/** A long name breaks at its underscores. */
const breakable = (name) => name.split('_').flatMap((part, n) => (n === 0 ? [part] : ['_', h('wbr'), part]))

function labelled(name, description, input, isAddition = false) {
  input.setAttribute('aria-description', plain(description))
  return h('label', {}, h('span', {}, name, mark(isAddition)), input)
}

const mark = (isAddition) =>
  isAddition
    ? h('small', { class: 'addition', title: 'The published interface does not have this', svg: false }, 'addition')
    : null
const plain = (description) => description.replaceAll('`', '')
