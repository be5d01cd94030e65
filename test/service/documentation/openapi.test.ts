import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { Language } from '../../../src-main/contract/analysis/language.ts'
import { createOpenApi } from '../../../src-main/service/documentation/openapi/create-open-api.ts'
import type { Operation, Response } from '../../../src-main/service/documentation/openapi/open-api-types.ts'
import { v1Routes } from '../../../src-main/service/v1/routes.ts'
import { v2Routes } from '../../../src-main/service/v2/routes.ts'

const routes = [...v2Routes, ...v1Routes]
const document = createOpenApi(routes, { version: '1.2.3' })
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const operationOf = (name: string): Operation => operations.find((each) => each.name === name)!.operation

test('it is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('every route appears once, with each part of its path', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  )
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routes.length)
  for (const { name, operation } of operations) {
    const inPath = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => parameter.name)
    expect(inPath.sort(), name).toEqual([...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part).sort())
  }
})

test('every parameter and every field of a form has a description', () => {
  for (const { name, operation } of operations) {
    for (const parameter of operation.parameters)
      expect(parameter.description, `${name} ${parameter.name}`).not.toBe('')
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      for (const [field, { description, type }] of Object.entries(schema?.properties ?? {}))
        expect(description ?? type, `${name} ${field}`).toBeTruthy()
  }
})

describe('it describes what the service does', () => {
  const parameterOf = (name: string, parameter: string) =>
    operationOf(name).parameters.find((each) => each.name === parameter)!

  test.each([
    ['GET /v2/tags', 'limit', { type: 'integer', minimum: -1, default: -1 }],
    ['GET /v2/tags', 'verbose', { type: 'integer', enum: [0, 1], default: 0 }],
    ['GET /v2/tags', 'threshold', { type: 'number', default: 0 }],
    ['GET /v2/tags', 'decrease_parents', { default: 1 }],
    ['GET /v2/tags', 'language', { type: 'array', items: { $ref: '#/components/schemas/Language' }, default: ['en'] }],
    ['GET /v2/colors', 'features_type', { type: 'string', enum: ['overall', 'object'] }],
    ['GET /v2/colors', 'overall_count', { default: 5 }],
    ['GET /v2/croppings', 'rect_percentage', { type: 'number', default: -1 }],
    ['GET /v2/croppings', 'resolution', { type: 'array', items: { pattern: expect.any(String) }, maxItems: 100 }],
    ['GET /v2/similar-images/colors/{index_id}', 'count', { minimum: -1, default: 100 }],
    ['GET /v2/similar-images/colors/{index_id}', 'offset', { minimum: 0, default: 0 }],
  ])('%s %s', (name, parameter, schema) => {
    expect(parameterOf(name, parameter).schema).toMatchObject(schema)
  })

  test('lists are separated by commas in v2 and repeated in v1', () => {
    expect(parameterOf('GET /v2/tags', 'language').explode).toBe(false)
    expect(parameterOf('GET /v1/tagging', 'language').explode).toBe(true)
    expect(document.components.schemas['Language']!.enum).toEqual(Language.options)
  })

  test('pictures come by address, upload, file and base64', () => {
    expect(operationOf('GET /v2/tags').parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['image_url', 'image_upload_id']),
    )
    const forms = operationOf('POST /v2/tags').requestBody!.content
    expect(forms['multipart/form-data']!.schema).toMatchObject({
      anyOf: [{ required: ['image'] }, { required: ['image_url'] }, { required: ['image_upload_id'] }],
      properties: { image: { contentMediaType: expect.any(String) }, limit: { type: 'integer' } },
    })
    for (const [type, first] of [
      ['application/json', 'image_base64'],
      ['multipart/form-data', 'image'],
    ] as const)
      expect(forms[type]!.schema).toMatchObject({
        anyOf: [{ required: [first] }, { required: ['image_url'] }, { required: ['image_upload_id'] }],
        properties: { image_url: { 'x-addition': true }, image_upload_id: { 'x-addition': true } },
      })
    const kept = operationOf('POST /v2/uploads').requestBody!.content['multipart/form-data']!.schema!
    expect(kept.required).toEqual(['image'])
    expect(kept.properties).not.toHaveProperty('image_url')
    expect(Object.keys((operationOf('GET /v2/croppings').responses['200'] as Response).content!)).toEqual(
      expect.arrayContaining(['application/json', 'image/jpeg']),
    )
  })

  test('errors of every route, in the shape of its version', () => {
    for (const { name, operation } of operations)
      expect(Object.keys(operation.responses), name).toEqual(
        expect.arrayContaining(['200', '401', '406', '429', '500', '503']),
      )
    expect(operationOf('GET /v2/tickets/{ticket_id}').responses['410']).toEqual({
      $ref: '#/components/responses/v2_410_gone',
    })
    expect(document.components.responses['v1_401_invalid_authorization']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorV1' } } },
    })
    expect(document.components.responses['v2_429_concurrency_limit']!.headers).toHaveProperty('Retry-After')
  })

  test('additions are marked, and nothing of the published interface is', () => {
    const added = operations.filter(({ operation }) => operation['x-addition']).map(({ name }) => name)
    expect(added).toEqual(
      expect.arrayContaining([
        'GET /v2/usage',
        'PUT /v2/taggers/{tagger_id}',
        'POST /v2/feedback/{feedback_id}',
        'DELETE /v2/categorizers/{categorizer_id}',
      ]),
    )
    for (const name of [
      'GET /v2/categorizers',
      'GET /v2/tags',
      'DELETE /v2/uploads/{upload_id}',
      'GET /v2/tickets/{ticket_id}',
      'GET /v1/tagging',
    ])
      expect(added).not.toContain(name)
    expect(parameterOf('GET /v2/faces/detections', 'return_face_attributes')['x-addition']).toBe(true)
    expect(parameterOf('GET /v2/tags', 'verbose')['x-addition']).toBeUndefined()
    for (const name of ['use_feedback', 'accept_feedback', 'feedback_index']) {
      expect(parameterOf('GET /v2/tags', name)['x-addition']).toBeUndefined()
      for (const path of ['/v2/tags', '/v2/tags/{tagger_id}'])
        for (const { schema } of Object.values(operationOf(`POST ${path}`).requestBody!.content))
          expect(schema!.properties![name], `${path} ${name}`).toMatchObject({ 'x-addition': true })
    }
  })

  test('every call has samples in five languages, and the command line uses its own address', () => {
    for (const { name, operation } of operations) {
      const [{ source } = { source: '' }, ...others] = operation['x-codeSamples']
      expect(others.map(({ label }) => label)).toEqual(['Python', 'Node', 'PHP', 'Go'])
      const fixed = name.split(' ')[1]!.split('{')[0]!
      expect(source, name).toContain(`$SERVICE${fixed}`)
      expect(source, name).toContain('-u "$KEY:$SECRET"')
    }
  })
})
