/**
 * Returns groups of three in which every two of the items are together at least once: of fifteen items 35 groups for their 105
 * pairs, which is the minimum possible (a Steiner system). What is tested for each pair simultaneously is thereby tested in a
 * third of the runs.
 */
export function triplesOf<Item>(items: readonly Item[]): Item[][] {
  const met = new Set<string>()
  const key = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`
  const groups: Item[][] = []
  for (const one of items.keys()) {
    for (let other = one + 1; other < items.length; other++) {
      if (met.has(key(one, other))) continue
      const strangers = (third: number) => !met.has(key(one, third)) && !met.has(key(other, third))
      const others = [...items.keys()].filter((index) => index !== one && index !== other)
      const third =
        others.find((index) => index > other && strangers(index)) ?? others.find(strangers) ?? others[0]
      const group = [one, other, ...(third === undefined ? [] : [third])]
      for (const member of group) for (const friend of group) met.add(key(member, friend))
      groups.push(group.map((index) => items[index] as Item))
    }
  }
  return groups
}
