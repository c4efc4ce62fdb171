import { type Document, type ErrorCode, isScalar, visit } from 'yaml'

/** What is wrong with a YAML file, and at which offset. */
export interface YamlProblem {
  readonly offset: number
  readonly message: string
}

/** What to do about the errors of the parser, whose own sentences are about its grammar and its interface. */
const MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias (*name) cannot have an anchor or a tag: remove it',
  BAD_ALIAS: 'an alias is * and the name of an anchor, such as *base: quote a text that begins with *',
  BAD_DIRECTIVE: 'this line begins with %, which YAML reserves: remove it, or quote the text',
  BAD_DQ_ESCAPE: 'this backslash does not begin an escape: write \\\\ for a backslash, or use single quotes',
  BAD_INDENT:
    'the indentation does not fit, or a bracket is not closed: align the keys, and close every [ and {',
  BAD_PROP_ORDER: 'an anchor or a tag must come directly before its value',
  BAD_SCALAR_START: 'a text cannot begin with this character: quote it',
  BLOCK_AS_IMPLICIT_KEY: 'this line has a second colon: quote the text that contains it',
  BLOCK_IN_FLOW:
    'a list with dashes or a block of keys cannot be inside [ ] or { }: write it with brackets too',
  DUPLICATE_KEY: 'this key is there twice: remove one',
  KEY_OVER_1024_CHARS: 'this key is too long: perhaps a colon is missing',
  MISSING_CHAR: 'something is missing here, such as a closing quote, a comma or a space',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line: perhaps a colon or a quote is missing',
  MULTIPLE_ANCHORS: 'a value can have one anchor (&name) only: remove the others',
  MULTIPLE_DOCS: 'here begins a second document (---): write one file for each',
  MULTIPLE_TAGS: 'a value can have one tag (!name) only: remove the others',
  NON_STRING_KEY: 'a key must be text',
  TAB_AS_INDENT: 'a tab cannot indent: use spaces',
  UNEXPECTED_TOKEN: 'this is not expected here: check brackets and quotes before it, and quote the text',
}
const OTHER = 'this is not YAML: check the brackets, quotes and indentation before it'

/** The first problem of a parsed file; null if there is none. Later ones usually follow from it. */
export function yamlProblem(document: Document): YamlProblem | null {
  const [error] = document.errors
  if (error) return { offset: error.pos[0], message: MESSAGES[error.code] ?? OTHER }
  return valueProblem(document)
}

/** The tags that say what YAML finds without them. */
const PLAIN_TAG = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/

/** A value that would become another one. */
function valueProblem(document: Document): YamlProblem | null {
  let problem: YamlProblem | null = null
  const found = (offset: number | undefined, message: string) => {
    problem = { offset: offset ?? 0, message }
    return visit.BREAK
  }
  visit(document, {
    Node(_, node) {
      const { tag, range } = node as { tag?: string; range?: readonly [number, number, number] | null }
      if (tag !== undefined && !PLAIN_TAG.test(tag))
        return found(
          range?.[0],
          `the tag ${tag.replace(/^tag:yaml\.org,2002:/, '!!')} is not known here: remove it`,
        )
      if (!isScalar(node) || typeof node.value !== 'number' || node.type !== 'PLAIN') return undefined
      const { source = '' } = node
      const isLost =
        /^[-+]?0\d/.test(source) || (/^[-+]?\d+$/.test(source) && !Number.isSafeInteger(node.value))
      if (!isLost) return undefined
      return found(
        range?.[0],
        `${source} would be read as the number ${node.value}: write "${source}" for this text`,
      )
    },
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      return found(
        alias.range?.[0],
        `there is no anchor &${alias.source} before this alias: correct its name, or quote the text`,
      )
    },
  })
  return problem
}
