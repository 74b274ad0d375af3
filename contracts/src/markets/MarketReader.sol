// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {IMarketReader} from "./IMarketReader.sol";
import {MarketMath} from "./MarketMath.sol";

contract MarketReader is IMarketReader {
    /// @dev A purchase that is simulated, and what has changed so far.
    struct Purchase {
        IMarketBook book;
        address marketToken;
        uint8 outcomeId;
        address user;
        uint256 reserve;
        uint256 total;
        uint256 left;
        uint256 shares;
        bool isPoolOpen;
    }

    /// @inheritdoc IMarketReader
    function getAllOutcomes(address routerAddress, address marketToken)
        external
        view
        returns (OutcomeInfo[] memory infos)
    {
        IMarketBook book = IMarketBook(routerAddress);
        string[] memory names = book.getOptionNames(marketToken);
        (, uint8 winner, bool resolved, uint256 total) = book.getState(marketToken);
        infos = new OutcomeInfo[](names.length);
        for (uint256 i; i < names.length; ++i) {
            OutcomeInfo memory info = infos[i];
            info.outcomeId = uint8(i);
            info.name = names[i];
            (info.virtualReserve, info.totalCost, info.circulatingShares) = book.outcomes(marketToken, i);
            // Rounded up: the price that a buyer pays. The probability is rounded down, so that the sum is at most 1.
            info.pricePerShare = Math.mulDiv(info.virtualReserve, MarketMath.WAD, total, Math.Rounding.Ceil);
            info.probability = MarketMath.price(info.virtualReserve, total);
            info.hasWon = resolved && winner == i;
        }
    }

    /// @inheritdoc IMarketReader
    function estimateSharesOut(
        address routerAddress,
        address marketToken,
        uint8 outcomeId,
        uint256 usdcAmount,
        uint256[] calldata orderIds,
        address user
    ) external view returns (uint256) {
        Purchase memory purchase;
        (purchase.book, purchase.marketToken) = (IMarketBook(routerAddress), marketToken);
        (purchase.outcomeId, purchase.user, purchase.left) = (outcomeId, user, usdcAmount);
        (purchase.reserve,,) = purchase.book.getOutcome(marketToken, outcomeId);
        purchase.total = _totalReserveOf(purchase.book, marketToken);
        purchase.isPoolOpen = purchase.book.isPoolOpen(marketToken);
        uint256[] memory fills = new uint256[](orderIds.length);
        for (uint256 i; i < orderIds.length && purchase.left > 0; ++i) {
            uint256 taken;
            for (uint256 j; j < i; ++j) {
                if (orderIds[j] == orderIds[i]) taken += fills[j];
            }
            fills[i] = _simulateFill(purchase, orderIds[i], taken);
        }
        if (!purchase.isPoolOpen || purchase.left < purchase.book.minBuy()) return purchase.shares;
        uint256 net = purchase.left - MarketMath.tax(purchase.left);
        return purchase.shares + MarketMath.shares(net, purchase.reserve, purchase.total);
    }

    /// @inheritdoc IMarketReader
    function getPotentialPayout(
        address routerAddress,
        address marketToken,
        uint8 outcomeId,
        uint256 sharesAmount,
        uint256 estimatedUsdcToPool
    ) external view returns (uint256 holdPayout, uint256 simulatedAmmPayout) {
        IMarketBook book = IMarketBook(routerAddress);
        (,, uint256 circulating) = book.getOutcome(marketToken, outcomeId);
        uint256 pool = book.getPool(marketToken);
        holdPayout = MarketMath.payout(sharesAmount, circulating, pool);
        simulatedAmmPayout =
            MarketMath.payout(sharesAmount, circulating + sharesAmount, pool + estimatedUsdcToPool);
    }

    /// @dev Mirrors `OrderBook._tryFillOrder`.
    /// @param taken Shares of the order that earlier entries of the same purchase have taken.
    function _simulateFill(Purchase memory purchase, uint256 orderId, uint256 taken)
        private
        view
        returns (uint256 fill)
    {
        (address seller, uint8 orderOutcome, uint256 amount,, uint256 price, bool active) =
            purchase.book.marketOrders(purchase.marketToken, orderId);
        if (!active || amount == taken) return 0;
        if (orderOutcome != purchase.outcomeId) revert IMarketBook.OrderOfOtherOutcome(orderId);
        if (seller == purchase.user) return 0;
        if (purchase.isPoolOpen && price > MarketMath.price(purchase.reserve, purchase.total)) return 0;
        fill = MarketMath.fillFor(purchase.left, amount - taken, price);
        if (fill == 0) return 0;
        purchase.left -= MarketMath.orderCost(fill, price);
        purchase.shares += fill;
    }

    /// @dev Reverts for a resolved market, in which nothing can be bought.
    function _totalReserveOf(IMarketBook book, address marketToken) private view returns (uint256 total) {
        bool resolved;
        (,, resolved, total) = book.getState(marketToken);
        if (resolved) revert IMarketBook.MarketIsResolved();
    }
}
