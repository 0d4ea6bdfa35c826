// React and its router choose their build when they are loaded: production, as vitest.config.ts sets it. Code that the tests run
// after that, the product and the processes it starts, are not in production.
await Promise.all([
  import('react'),
  import('react/jsx-runtime'),
  import('react-dom/server'),
  import('react-router'),
])
process.env.NODE_ENV = 'test'
