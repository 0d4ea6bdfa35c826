/** The keys of an object whose type names all of them. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(object) as Key[]
}

/** Whether a text from outside is one of the object's own keys. */
export function isKeyOf<Key extends string>(
  object: Readonly<Record<Key, unknown>>,
  text: string,
): text is Key {
  return Object.hasOwn(object, text)
}

/** (['a', 'b'], f) → { a: f('a'), b: f('b') } */
export function recordFrom<Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, Value>
}
