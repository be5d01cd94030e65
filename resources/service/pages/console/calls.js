const pictureNames = new Set(['image_url', 'image_upload_id', 'url', 'content', 'image', 'image_base64'])

/**
 * The calls that can be made, from the service's own description: `{ id, group, title, path, get, post, method, fields, parts, takes, json }`.
 * The GET and the POST of an analysis are one call; which is used follows from where the photo is.
 */
export async function loadCalls() {
  const response = await fetch('/openapi.json', { credentials: 'omit' })
  if (!response.ok) throw new Error(`The description of the service could not be read (${response.status}).`)
  const { paths } = await response.json()
  return Object.entries(paths).flatMap(([path, item]) => callsOf(path, item))
}

function callsOf(path, item) {
  const operations = Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    operation,
    ...pictureOf(operation),
  }))
  const pictured = operations.filter(({ takes }) => takes !== 'none')
  const plain = operations.filter(({ takes }) => takes === 'none')
  return [
    ...(pictured.length > 0 ? [describePictured(path, pictured)] : []),
    ...plain.map((each) => describe(path, each)),
  ]
}

/** Whether an operation takes a picture by its name (`names`), or as a file (`file`). */
function pictureOf({ parameters, requestBody }) {
  if (requestBody?.content['multipart/form-data']?.schema.properties.image) return { takes: 'file' }
  return {
    takes: parameters.some(({ name, in: place }) => place === 'query' && (name === 'image_url' || name === 'url'))
      ? 'names'
      : 'none',
  }
}

function describePictured(path, operations) {
  const byName = operations.find(({ takes }) => takes === 'names')
  const byFile = operations.find(({ takes }) => takes === 'file')
  const first = byName ?? byFile
  return {
    ...describe(path, first),
    get: byName !== undefined,
    post: byFile !== undefined,
    isSearch: path.includes('/similar-images/'),
    fields: byName ? queryFields(byName.operation) : formFields(byFile.operation),
  }
}

function describe(path, { method, operation }) {
  const json = operation.requestBody?.content['application/json']
  const isJson = json !== undefined && operation.requestBody.content['multipart/form-data'] === undefined
  return {
    id: operation.operationId,
    group: operation.tags[0],
    title: operation.summary,
    isAddition: operation['x-addition'] === true,
    path,
    method,
    version: path.startsWith('/v1') ? 'v1' : 'v2',
    get: false,
    post: false,
    isSearch: false,
    parts: operation.parameters.filter(({ in: place }) => place === 'path'),
    fields: isJson ? [] : queryFields(operation),
    example: isJson ? JSON.stringify(json.example, null, 2) : null,
  }
}

const queryFields = ({ parameters }) =>
  parameters.filter(({ name, in: place }) => place === 'query' && !pictureNames.has(name))

function formFields({ requestBody }) {
  const { properties } = requestBody.content['multipart/form-data'].schema
  return Object.entries(properties)
    .filter(([name]) => !pictureNames.has(name))
    .map(([name, { description = '', ...schema }]) => ({ name, description, schema, explode: false }))
}
