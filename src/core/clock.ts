/** An injected clock: use cases receive it, domain functions receive an instant. */
export interface Clock {
  now(): Date
}
