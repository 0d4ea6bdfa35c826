/** Whether a promise was kept in a period. What is not due yet is none of these. */
export interface Kept {
  /** Done in time. */
  kept: number
  /** Done, but late. */
  late: number
  /** Not done, and its day is over. */
  broken: number
}

/** The percent of promises kept in time, to a tenth; undefined where none was due. */
export function keptPercent({ kept, late, broken }: Kept): number | undefined {
  return percentOf(kept, kept + late + broken)
}

/** A part of a whole in percent, to a tenth; undefined of nothing. */
export function percentOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((1_000 * part) / whole) / 10
}

/** How much more or less than before, in whole percent; undefined where there was nothing before. */
export function changePercent(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round((100 * (now - before)) / before)
}
