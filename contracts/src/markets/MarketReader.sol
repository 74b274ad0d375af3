// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {IMarketReader} from "./IMarketReader.sol";
import {MarketMath} from "./MarketMath.sol";

contract MarketReader is IMarketReader {
    /// A purchase and where it has got to.
    struct Walk {
        IMarketBook book;
        address marketToken;
        uint8 outcomeId;
        address user;
        uint256 reserve;
        uint256 total;
        uint256 left;
        uint256 shares;
        bool sells;
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
        Walk memory walk;
        (walk.book, walk.marketToken) = (IMarketBook(routerAddress), marketToken);
        (walk.outcomeId, walk.user, walk.left) = (outcomeId, user, usdcAmount);
        (walk.reserve,,) = walk.book.getOutcome(marketToken, outcomeId);
        walk.total = _openTotal(walk.book, marketToken);
        walk.sells = walk.book.isPoolOpen(marketToken);
        uint256[] memory fills = new uint256[](orderIds.length);
        for (uint256 i; i < orderIds.length && walk.left > 0; ++i) {
            uint256 taken;
            for (uint256 j; j < i; ++j) {
                if (orderIds[j] == orderIds[i]) taken += fills[j];
            }
            fills[i] = _takeOrder(walk, orderIds[i], taken);
        }
        if (!walk.sells || walk.left < walk.book.minBuy()) return walk.shares;
        uint256 net = walk.left - MarketMath.tax(walk.left);
        return walk.shares + MarketMath.shares(net, walk.reserve, walk.total);
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

    /// @param taken What this purchase has had of the order before.
    function _takeOrder(Walk memory walk, uint256 orderId, uint256 taken)
        private
        view
        returns (uint256 fill)
    {
        (address seller, uint8 ofOutcome, uint256 amount,, uint256 price, bool active) =
            walk.book.marketOrders(walk.marketToken, orderId);
        if (!active || amount == taken) return 0;
        if (ofOutcome != walk.outcomeId) revert IMarketBook.OrderOfOtherOutcome(orderId);
        if (seller == walk.user) return 0;
        if (walk.sells && price > MarketMath.price(walk.reserve, walk.total)) return 0;
        fill = MarketMath.fillFor(walk.left, amount - taken, price);
        if (fill == 0) return 0;
        walk.left -= MarketMath.orderCost(fill, price);
        walk.shares += fill;
    }

    function _openTotal(IMarketBook book, address marketToken) private view returns (uint256 total) {
        bool resolved;
        (,, resolved, total) = book.getState(marketToken);
        if (resolved) revert IMarketBook.MarketIsResolved();
    }
}
