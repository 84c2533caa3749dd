export { narrowVertices } from './narrow-vertices';
export { beginSelf, poseSelf, walkSelf } from './walk';
