export {
  createDelivery,
  type Delivery,
  type DeliveryLimits,
  type DeliveryOptions,
} from './create-delivery.js';
export { maskAnswer } from './mask-answer.js';
export { unanswered } from './unanswered.js';
