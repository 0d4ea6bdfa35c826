import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import type { ApiRequest, Contract } from '../../simulator/api-pix/contract.ts'
import type { Violation } from '../../simulator/api-pix/problem.ts'

/** Path of the Banco Central's OpenAPI document of API Pix 2.9 (github.com/bacen/pix-api), stored outside the project. */
export const contractPath =
  process.env.API_PIX_OPENAPI || join(import.meta.dirname, '../../../shared/data/bacen-api-pix-openapi.yaml')

type Node = Record<string, unknown>
type Schema = Node & { type?: string }
interface Operation {
  parameters?: Node[]
  requestBody?: Node
  responses: Record<string, Node>
  callbacks?: Record<string, Record<string, { post: Operation }>>
}
interface Document {
  paths: Record<string, Record<string, Operation> & { parameters?: Node[] }>
  components: { schemas: Record<string, Schema> } & Node
}

/** Undefined when the file is missing: then nothing is validated, and the suite reports it. */
export const apiPixContract: Contract | undefined = existsSync(contractPath)
  ? contractOf(corrected(parse(readFileSync(contractPath, 'utf8'))))
  : undefined

function contractOf(document: Document): Contract {
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
  /** Path and query parameters are text, whatever their schema. */
  const texts = addFormats.default(new Ajv({ strict: false, allErrors: true, coerceTypes: true }))
  const compiled = new Map<string, ValidateFunction>()
  const operations = Object.entries(document.paths)
    .map(([template, item]) => ({ template, item, pattern: patternOf(template) }))
    // '/pix' before '/{pixUrlAccessToken}'.
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length)

  return {
    request(request) {
      const found = find(request)
      if (!found) return []
      const { name, operation, params, own } = found
      const parameters = [...own, ...(operation.parameters ?? [])].map(deref)
      const body = operation.requestBody && schemaIn(deref(operation.requestBody))
      return [
        ...check(texts, `${name} path`, parametersSchema(parameters, 'path'), params),
        ...check(
          texts,
          `${name} query`,
          parametersSchema(parameters, 'query'),
          Object.fromEntries(request.query),
        ),
        ...(body ? check(ajv, `${name} body`, body, request.body, request.path.split('/')[1]) : []),
      ]
    },

    response(request, { status, body }) {
      const found = find(request)
      if (!found) return []
      const documented = found.operation.responses[status]
      if (!documented && status < 400) return [violation('status', `${status} is not documented`)]
      const schema = documented ? schemaIn(deref(documented)) : { $ref: '#/components/schemas/Problema' }
      if (!schema) return body === undefined ? [] : [violation('body', 'there is none')]
      return check(ajv, `${found.name} ${status}`, schema, body)
    },

    callback(body) {
      const [path] = Object.values(document.paths['/webhook/{chave}']?.put?.callbacks?.listaPix ?? {})
      const schema = path?.post.requestBody && schemaIn(deref(path.post.requestBody))
      return schema ? check(ajv, 'callback', schema, body) : [violation('callback', 'is not documented')]
    },
  }

  function find({ method, path }: ApiRequest) {
    for (const { template, item, pattern } of operations) {
      const matched = pattern.exec(path)
      const operation = item[method.toLowerCase()]
      if (!matched || !operation) continue
      const params = matched.groups ?? {}
      return { name: `${method} ${template}`, operation, params, own: item.parameters ?? [] }
    }
    return undefined
  }

  function check(by: Ajv, name: string, schema: Schema, value: unknown, root?: string): Violation[] {
    const known = compiled.get(name)
    const validate = known ?? by.compile({ ...schema, components: document.components })
    compiled.set(name, validate)
    return validate(value) ? [] : (validate.errors ?? []).map((error) => violationOf(error, root))
  }

  function deref(node: Node): Node {
    if (typeof node.$ref !== 'string') return node
    const steps = node.$ref.slice(2).split('/')
    return steps.reduce<Node>((at, step) => at[step] as Node, document as unknown as Node)
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function parametersSchema(parameters: Node[], where: string): Schema {
  const own = parameters.filter((parameter) => parameter.in === where)
  return {
    type: 'object',
    additionalProperties: false,
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
  }
}

function schemaIn(node: Node): Schema | undefined {
  const content = Object.values((node.content ?? {}) as Record<string, { schema: Schema }>)
  return content[0]?.schema
}

function violationOf({ instancePath, message = '', params }: ErrorObject, root = ''): Violation {
  const missing: unknown = params.missingProperty
  const path = [root, ...instancePath.split('/').slice(1), missing].filter(Boolean).join('.')
  return violation(path, message)
}

function violation(propriedade: string, razao: string): Violation {
  return { propriedade, razao }
}

/**
 * Corrects errors of the published document that would reject every message: patterns apply to the whole value, and some
 * are written between slashes; a list of Pix requires charges; listed charges require an `idCob` that no schema has; the receiver's address is required in the charge; a location
 * has no scheme, as its example shows.
 */
function corrected(document: Document): Document {
  const { schemas } = document.components
  for (const name of ['PixConsultados', 'DadosRecebedor']) {
    const schema = schemas[name]
    if (schema) schema.required = name === 'PixConsultados' ? ['parametros', 'pix'] : []
  }
  walk(document, (node) => {
    if (typeof node.pattern === 'string') {
      node.pattern = `^(?:${node.pattern.replace(/^\/(.*)\/$/, '$1').replace(/^\^|\$$/g, '')})$`
    }
    if (Array.isArray(node.required)) node.required = node.required.filter((name) => name !== 'idCob')
    if (node.format === 'uri' && node.title === 'Localização do payload') delete node.format
  })
  return document
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Node)
  for (const inner of Object.values(value)) walk(inner, visit)
}
