import { Document, isSeq, type YAMLSeq } from 'yaml'
import type { Scenario } from '../language.ts'

const MAX_LINE_WIDTH = 150

/**
 * The text of a scenario file, with one line per step.
 * @param comment lines at the top of the file.
 */
export function scenarioText(scenario: Scenario, comment: readonly string[] = []): string {
  const document = new Document(scenario, { aliasDuplicateObjects: false })
  document.commentBefore = comment.map((line) => ` ${line}`).join('\n')
  for (const key of ['config', 'vars']) {
    const node = document.get(key)
    if (typeof node === 'object' && node !== null && 'flow' in node) node.flow = true
  }
  for (const key of ['bots', 'faults', 'steps']) {
    const node = document.get(key)
    const items = isSeq(node) ? node.items : ((node as YAMLSeq | undefined)?.items ?? [])
    for (const item of items) {
      const inner = (typeof item === 'object' && item && 'value' in item ? item.value : item) as YAMLSeq
      if (typeof inner === 'object' && inner !== null) inner.flow = true
    }
  }
  return document.toString({ lineWidth: MAX_LINE_WIDTH, flowCollectionPadding: true })
}
