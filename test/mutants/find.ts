import { parseSync } from 'vite'
import { findInSql } from './find-in-sql.ts'
import { BORDERS, diffOf, type Mutation } from './mutation.ts'

/** A node of the syntax tree, as ESTree has it. */
// biome-ignore lint/suspicious/noExplicitAny: its fields differ by type
type Node = { type: string; start: number; end: number; [field: string]: any }

/** Types, imports, and loops that a change could make endless. */
const UNCHANGED = /^(TS(?!As|Satisfies|NonNull)|Import|ExportAll|(While|DoWhile|For)Statement)/
const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
const LOOKS = /^(rows|cols|size|width|height|class|tabindex|viewBox|columns|gap|maxlength)$/i

/** Every change to a file within a function. What runs as the file loads runs before any test. */
export function findMutations(
  path: string,
  code: string,
  random: () => number,
): Omit<Mutation, 'id' | 'area' | 'file'>[] {
  const { program, errors } = parseSync(path, code)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: ReturnType<typeof findMutations> = []
  walk(program as unknown as Node)
  return found

  function walk(node: Node, parent?: Node, isInFunction = false): void {
    if (UNCHANGED.test(node.type) || (node.type === 'JSXAttribute' && LOOKS.test(node.name.name))) return
    if (isInFunction) mutate(node, parent)
    for (const child of Object.values(node).flat())
      if (typeof child?.type === 'string') walk(child, node, isInFunction || FUNCTION.test(node.type))
  }

  function mutate(node: Node, parent?: Node): void {
    const text = ({ start, end }: Node) => code.slice(start, end)
    const add = (kind: Mutation['kind'], by: string, { start, end } = node, within = node) => {
      const isStatement = within.type === 'ExpressionStatement'
      found.push({
        ...{ kind, start, end, by },
        line: code.slice(0, start).split('\n').length,
        diff: diffOf(code, start, end, by),
        node: { start: within.start, end: within.end, isStatement },
      })
    }
    const joined = (operator: string) => `${text(node.left)} ${operator} ${text(node.right)}`
    const isKey = parent?.type === 'Property' && parent.key === node
    switch (node.type) {
      case 'BinaryExpression': {
        const border = BORDERS[node.operator]
        if (border) add('border', joined(border))
        if (/^[!=]==$/.test(node.operator)) add('negate', joined(node.operator === '===' ? '!==' : '==='))
        if (node.operator === '-') add('sign', joined('+'))
        if (node.operator === '+' && !/['"`]/.test(text(node))) add('sign', joined('-'))
        break
      }
      case 'UnaryExpression':
        if (node.operator === '-') add('sign', text(node.argument))
        if (node.operator === '!') add('negate', text(node.argument))
        break
      case 'LogicalExpression':
        if (node.operator === '??') break
        add('andor', `(${text(node.left)}) ${node.operator === '&&' ? '||' : '&&'} (${text(node.right)})`)
        if (node.operator === '||') break
        add('term', text(node.left))
        if (parent?.type !== 'JSXExpressionContainer') add('term', text(node.right))
        break
      case 'ConditionalExpression':
        if (!/^(Binary|Unary)/.test(node.test.type))
          add('negate', `!(${text(node.test)})`, node.test, node.test)
        break
      case 'IfStatement':
        if (isGuard(node)) add('guard', 'false', node.test, node.test)
        else add('negate', `!(${text(node.test)})`, node.test, node.test)
        break
      case 'Literal':
        if (typeof node.value === 'number' && !isKey)
          add('const', String(node.value + (node.value > 0 && random() < 0.5 ? -1 : 1)))
        break
      case 'ArrayExpression': {
        const left = [...node.elements]
        const [dropped] = left.splice(Math.floor(random() * left.length), 1)
        if (left.length > 0 && dropped && dropped.type !== 'SpreadElement')
          add('drop', `[${left.map((element) => (element ? text(element) : '')).join(', ')}]`)
        break
      }
      case 'CallExpression': {
        const { arguments: given } = node
        if (given.length < 2 || given.some(({ type }: Node) => !/^(Identifier|Member|Literal)/.test(type)))
          break
        const first = Math.floor(random() * (given.length - 1))
        const swapped = given.map(text)
        swapped.splice(first, 2, swapped[first + 1], swapped[first])
        add('swap', `${code.slice(node.start, given[0].start)}${swapped.join(', ')})`)
        break
      }
      case 'ExpressionStatement':
        if (!node.directive && !/^\w+\.use\(/.test(text(node))) add('removed', ';')
        break
      case 'TaggedTemplateExpression':
        if (text(node.tag).startsWith('sql'))
          findInSql(code, node.quasi, random, (kind, start, end, by) =>
            add(kind, by, { type: '', start, end }, node),
          )
    }
  }
}

/** Whether an `if` only ends what it stands in. */
function isGuard({ consequent, alternate }: Node): boolean {
  const first = consequent.type === 'BlockStatement' ? consequent.body[0] : consequent
  return !alternate && /^(Throw|Return|Continue)Statement$/.test(first?.type)
}
