/** Promises kept and not kept in a period. Excludes those not due yet. */
export interface Kept {
  /** Done in time. */
  kept: number
  /** Done, but late. */
  late: number
  /** Not done, and its day has passed. */
  broken: number
}

/** The percentage of promises kept in time, to a tenth; undefined when none was due. */
export function keptPercent({ kept, late, broken }: Kept): number | undefined {
  return percentOf(kept, kept + late + broken)
}

/** A part of a whole in percent, to a tenth; undefined when the whole is zero. */
export function percentOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((1_000 * part) / whole) / 10
}

/** The change from before, in whole percent; undefined when there was nothing before. */
export function changePercent(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round((100 * (now - before)) / before)
}
