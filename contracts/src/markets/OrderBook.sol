// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {MarketMath} from "./MarketMath.sol";
import {OutcomePool} from "./OutcomePool.sol";

/// @dev Limit orders of share holders. Listed shares stay with the seller and are locked until filled or cancelled.
abstract contract OrderBook is OutcomePool {
    /// @inheritdoc IMarketBook
    function listOrder(address marketToken, uint8 outcomeId, uint256 amount, uint256 pricePerShare)
        external
        nonReentrant
        whenUnresolved(marketToken)
    {
        _checkOption(marketToken, outcomeId);
        if (pricePerShare == 0 || pricePerShare >= MarketMath.WAD) revert InvalidPrice();
        uint256 locked = sharesLockedInOrders[marketToken][msg.sender][outcomeId];
        uint256 available = userShares[marketToken][msg.sender][outcomeId] - locked;
        if (amount > available) revert NotEnoughShares(available);
        // Rounded down: an order worth less than the minimum cannot pass by rounding.
        uint256 value = Math.mulDiv(amount, pricePerShare, MarketMath.WAD);
        if (value < minBuy) revert BelowMinimum(value, minBuy);
        sharesLockedInOrders[marketToken][msg.sender][outcomeId] = locked + amount;
        uint256 orderId = nextOrderId[marketToken]++;
        marketOrders[marketToken][orderId] = Order(msg.sender, outcomeId, amount, amount, pricePerShare, true);
        emit OrderCreated(marketToken, orderId, msg.sender, outcomeId, amount, pricePerShare);
    }

    /// @inheritdoc IMarketBook
    function cancelOrder(address marketToken, uint256 orderId) external nonReentrant {
        Order storage order = _requireActiveOrder(marketToken, orderId);
        if (order.seller != msg.sender) revert NotSeller(orderId);
        order.active = false;
        sharesLockedInOrders[marketToken][msg.sender][order.outcomeId] -= order.amount;
        emit OrderCancelled(marketToken, orderId);
    }

    /// @inheritdoc IMarketBook
    function buyOrder(address marketToken, uint256 orderId, uint256 fill)
        external
        nonReentrant
        whenUnresolved(marketToken)
    {
        _checkBuyer(marketToken);
        if (fill == 0) revert ZeroAmount();
        Order storage order = _requireActiveOrder(marketToken, orderId);
        if (order.seller == msg.sender) revert OwnOrder(orderId);
        uint256 maxPrice = _maxOrderPrice(marketToken, order.outcomeId, _isSelling(marketToken));
        if (order.pricePerShare > maxPrice) revert OrderAbovePool(orderId, maxPrice);
        if (fill > order.amount) revert OrderTooSmall(orderId, order.amount);
        _receiveUsdb(MarketMath.orderCost(fill, order.pricePerShare));
        _fillOrder(marketToken, orderId, fill);
    }

    /// @inheritdoc IMarketBook
    function buyMultipleOrders(address marketToken, uint256[] calldata orderIds, uint256 usdcAmount)
        external
        nonReentrant
        whenUnresolved(marketToken)
        returns (uint256 remainingUsdc)
    {
        _checkBuyer(marketToken);
        remainingUsdc = _receiveInput(address(USDB), usdcAmount, 0);
        bool isSelling = _isSelling(marketToken);
        for (uint256 i; i < orderIds.length && remainingUsdc > 0; ++i) {
            (, uint256 cost) = _tryFillOrder(marketToken, orderIds[i], remainingUsdc, isSelling);
            remainingUsdc -= cost;
        }
        if (remainingUsdc > 0) _sendUsdb(msg.sender, remainingUsdc);
    }

    /// @inheritdoc IMarketBook
    function buyOrdersAndContract(
        address marketToken,
        uint8 outcomeId,
        uint256[] calldata orderIds,
        address inputToken,
        uint256 totalInput,
        uint256 minShares
    ) external nonReentrant whenUnresolved(marketToken) {
        _checkBuyer(marketToken);
        _checkOption(marketToken, outcomeId);
        uint256 left = _receiveInput(inputToken, totalInput, 0);
        bool isSelling = _isSelling(marketToken);
        uint256 bought;
        for (uint256 i; i < orderIds.length && left > 0; ++i) {
            Order storage order = marketOrders[marketToken][orderIds[i]];
            // The outcome of an order never changes, so this is a mistake of the caller; a missing order is not.
            if (order.active && order.outcomeId != outcomeId) revert OrderOfOtherOutcome(orderIds[i]);
            (uint256 filled, uint256 cost) = _tryFillOrder(marketToken, orderIds[i], left, isSelling);
            bought += filled;
            left -= cost;
        }
        if (isSelling && left >= minBuy) bought += _buyFromPool(marketToken, outcomeId, left);
        else if (left > 0) _sendUsdb(msg.sender, left);
        if (bought < minShares) revert InsufficientShares(bought, minShares);
    }

    /// @inheritdoc IMarketBook
    function getBuyOrderCost(address marketToken, uint256 orderId, uint256 fill)
        external
        view
        returns (uint256 baseUsdc, uint256 buyerTax, uint256 totalCostToBuyer, uint256 netToSeller)
    {
        Order storage order = marketOrders[marketToken][orderId];
        if (!order.active || fill > order.amount) return (0, 0, 0, 0);
        baseUsdc = MarketMath.orderValue(fill, order.pricePerShare);
        buyerTax = MarketMath.tax(baseUsdc);
        return (baseUsdc, buyerTax, baseUsdc + buyerTax, baseUsdc - buyerTax);
    }

    /// @inheritdoc IMarketBook
    function getBuyOrderAmountsOut(address marketToken, uint256 orderId, uint256 usdcAmount)
        external
        view
        returns (uint256 fill, uint256 baseUsdc, uint256 buyerTax, uint256 totalCostToBuyer)
    {
        Order storage order = marketOrders[marketToken][orderId];
        if (!order.active) return (0, 0, 0, 0);
        fill = MarketMath.fillFor(usdcAmount, order.amount, order.pricePerShare);
        baseUsdc = MarketMath.orderValue(fill, order.pricePerShare);
        buyerTax = MarketMath.tax(baseUsdc);
        totalCostToBuyer = baseUsdc + buyerTax;
    }

    function _requireActiveOrder(address marketToken, uint256 orderId)
        private
        view
        returns (Order storage order)
    {
        order = marketOrders[marketToken][orderId];
        if (!order.active) revert OrderNotActive(orderId);
    }

    /// @dev While the pool sells, an order above the pool's price would overcharge the buyer.
    function _maxOrderPrice(address marketToken, uint8 outcomeId, bool isSelling)
        private
        view
        returns (uint256)
    {
        if (!isSelling) return MarketMath.WAD;
        return MarketMath.price(
            outcomes[marketToken][outcomeId].virtualReserve, marketData[marketToken].totalVirtualReserve
        );
    }

    /// @dev Fills as much of an order as `usdc` pays for; this contract has received it already. Skips an order that
    /// is gone, is the caller's own or is above the pool's price: the ids that a client sends are never up to date.
    function _tryFillOrder(address marketToken, uint256 orderId, uint256 usdc, bool isSelling)
        private
        returns (uint256 fill, uint256 cost)
    {
        Order storage order = marketOrders[marketToken][orderId];
        if (!order.active || order.seller == msg.sender) return (0, 0);
        uint256 price = order.pricePerShare;
        if (price > _maxOrderPrice(marketToken, order.outcomeId, isSelling)) return (0, 0);
        fill = MarketMath.fillFor(usdc, order.amount, price);
        if (fill == 0) return (0, 0);
        cost = MarketMath.orderCost(fill, price);
        _fillOrder(marketToken, orderId, fill);
    }

    /// @dev Moves shares and their cost to the caller, whose payment this contract has received, and pays the seller.
    function _fillOrder(address marketToken, uint256 orderId, uint256 fill) private {
        Order storage order = marketOrders[marketToken][orderId];
        (address seller, uint8 outcomeId) = (order.seller, order.outcomeId);
        order.amount -= fill;
        if (order.amount == 0) order.active = false;
        sharesLockedInOrders[marketToken][seller][outcomeId] -= fill;

        uint256 held = userShares[marketToken][seller][outcomeId];
        // Rounded down: the seller keeps the remainder, and the costs of all wallets still add up to `totalCost`.
        uint256 movedCost = Math.mulDiv(userCost[marketToken][seller][outcomeId], fill, held);
        userCost[marketToken][seller][outcomeId] -= movedCost;
        userCost[marketToken][msg.sender][outcomeId] += movedCost;
        userShares[marketToken][seller][outcomeId] = held - fill;
        userShares[marketToken][msg.sender][outcomeId] += fill;
        hasBettedOnMarket[marketToken][msg.sender] = true;

        // Value and tax are rounded up. The buyer paid `value + tax`: `value - tax` for the seller, twice the tax.
        uint256 value = MarketMath.orderValue(fill, order.pricePerShare);
        uint256 tax = MarketMath.tax(value);
        if (value > tax) _sendUsdb(seller, value - tax);
        _payTax(marketToken, 2 * tax);
        emit OrderFilled(marketToken, orderId, msg.sender, fill, value);
    }
}
