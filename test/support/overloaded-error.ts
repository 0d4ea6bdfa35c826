/** The error of a full queue as the built pages get it: it is no instance of their own copy of the class. */
export const overloadedError = () => Object.assign(new Error('40 wait already'), { name: 'OverloadedError' })
