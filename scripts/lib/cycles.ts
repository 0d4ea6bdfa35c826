/** Returns the cycles of a graph, each once, as their members in order (Tarjan's strongly connected components). */
export function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []

  const visit = (node: string): void => {
    const index = order.size
    order.set(node, index)
    low.set(node, index)
    path.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (path.includes(next)) low.set(node, Math.min(low.get(node) ?? index, low.get(next) ?? index))
    }
    if (low.get(node) !== index) return
    const members = path.splice(path.indexOf(node))
    if (members.length > 1 || edges.get(node)?.includes(node)) found.push(members)
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return found
}
