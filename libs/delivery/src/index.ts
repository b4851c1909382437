export {
  createDelivery,
  DEFAULT_DELIVERY_LIMITS,
  type Delivery,
  type DeliveryLimits,
  type DeliveryOptions,
} from './create-delivery.js';
export { maskAnswer } from './mask-answer.js';
export { unanswered } from './unanswered.js';
