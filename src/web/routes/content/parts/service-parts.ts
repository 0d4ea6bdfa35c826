import type { Service, Step } from '../../../../modules/catalogue/public.ts'

/** Returns a titled list of a service, by its id in the catalogue. */
export function sectionOf(service: Service, id: string) {
  const section = service.sections.find((candidate) => candidate.id === id)
  if (!section) throw new Error(`${service.id} has no section ${id}`)
  return section
}

/** Returns the catalogue's steps as props of `Process` and `ProcessTimeline`. */
export function processSteps(steps: readonly Step[]): { title: string; text: string }[] {
  return steps.map(({ name, description }) => ({ title: name, text: description }))
}
