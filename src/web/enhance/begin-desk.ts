/**
 * Fetches what the desk's browser runs. Between the entry and the desk, because the entry, which every customer's page loads,
 * names the files that each of its own imports needs.
 */
export async function beginDesk(element: HTMLElement): Promise<void> {
  await (await import('../desk/hydrate-desk.tsx')).hydrateDesk(element)
}
