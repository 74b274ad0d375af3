// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev ALICE sells, BOB buys. Two outcomes with equal reserves: the pool's price is a little above 0.5 USDB.
contract OrderBookTest is MarketsFixture {
    address private market;
    uint256 private held;

    function setUp() public override {
        super.setUp();
        market = createMarket(2, 0);
        held = bet(ALICE, market, 0, 100e18);
    }

    function test_listingLocksSharesThatStayWithTheSeller() public {
        vm.expectEmit(address(trading));
        emit IMarketBook.OrderCreated(market, 0, ALICE, 0, 60e18, 0.4e18);
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.assertEq(trading.userShares(market, ALICE, 0), held);
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 60e18);
        _expectOrder(0, 60e18, 60e18, true);
        vm.assertEq(list(ALICE, market, 0, 10e18, 0.1e18), 1, "ids count from 0");
        vm.assertEq(trading.nextOrderId(market), 2);
    }

    function test_onlyFreeSharesAreListed() public {
        list(ALICE, market, 0, held - 5e18, 0.4e18);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.NotEnoughShares.selector, 5e18));
        trading.listOrder(market, 0, 5e18 + 1, 0.4e18);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.NotEnoughShares.selector, 0));
        trading.listOrder(market, 1, 1, 0.4e18);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InvalidOutcome.selector, 2));
        trading.listOrder(market, 2, 1, 0.4e18);
        trading.listOrder(market, 0, 5e18, 0.4e18);
        vm.stopPrank();
    }

    /// Orders below the minimum value are refused, so that the book cannot be filled with them.
    function test_orderIsWorthAtLeastOneUsdb() public {
        vm.startPrank(ALICE);
        _expectBelowMinimum(0);
        trading.listOrder(market, 0, 0, 0.4e18);
        _expectBelowMinimum(0);
        trading.listOrder(market, 0, 1, 1);
        _expectBelowMinimum(1e18 - 1);
        trading.listOrder(market, 0, 2.5e18 - 1, 0.4e18);
        _expectBelowMinimum(1e18 - 1);
        trading.listOrder(market, 0, 1e18, 1e18 - 1);
        trading.listOrder(market, 0, 2.5e18, 0.4e18);
        vm.stopPrank();
        vm.assertEq(trading.nextOrderId(market), 1);
        vm.assertEq(trading.minBuy(), 1e18);
    }

    function test_priceIsBetweenZeroAndOneUsdb() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.InvalidPrice.selector);
        trading.listOrder(market, 0, 1e18, 0);
        vm.expectRevert(IMarketBook.InvalidPrice.selector);
        trading.listOrder(market, 0, 1e18, 1e18);
        trading.listOrder(market, 0, 1e18 + 2, 1e18 - 1);
        trading.listOrder(market, 0, held - 1e18 - 2, 0.006e18);
        vm.stopPrank();
    }

    function test_cancellingFreesWhatIsLeft() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.prank(BOB);
        trading.buyOrder(market, 0, 20e18);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.NotSeller.selector, 0));
        trading.cancelOrder(market, 0);
        vm.prank(ALICE);
        vm.expectEmit(address(trading));
        emit IMarketBook.OrderCancelled(market, 0);
        trading.cancelOrder(market, 0);
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 0);
        _expectOrder(0, 40e18, 60e18, false);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0));
        trading.cancelOrder(market, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 7));
        trading.cancelOrder(market, 7);
        vm.stopPrank();
    }

    /// The buyer pays base + 1.5 %, the seller gets base - 1.5 %; the market keeps two thirds of both.
    function test_fillPaysSellerMarketAndCreator() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        uint256 cost = trading.userCost(market, ALICE, 0);
        uint256[4] memory before = [usdb.balanceOf(ALICE), usdb.balanceOf(BOB), usdb.balanceOf(DEV), 0];
        before[3] = trading.getGeneralPot(market);
        uint256 bounty = trading.getBountyPool(market);
        _expectCost(0, 25e18, 10e18, 0.15e18);
        vm.prank(BOB);
        vm.expectEmit(address(trading));
        emit IMarketBook.OrderFilled(market, 0, BOB, 25e18, 10e18);
        trading.buyOrder(market, 0, 25e18);
        vm.assertEq(usdb.balanceOf(ALICE) - before[0], 9.85e18);
        vm.assertEq(before[1] - usdb.balanceOf(BOB), 10.15e18);
        // 0.3 of tax: 0.2 to the market, of it 0.01 for the bounty; a fifth of the rest to the creator.
        vm.assertEq(trading.getGeneralPot(market) - before[3], 0.19e18);
        vm.assertEq(trading.getBountyPool(market) - bounty, 0.01e18);
        vm.assertEq(usdb.balanceOf(DEV) - before[2], 0.02e18);
        vm.assertEq(trading.userShares(market, BOB, 0), 25e18);
        vm.assertEq(trading.userShares(market, ALICE, 0), held - 25e18);
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 35e18);
        vm.assertEq(trading.userCost(market, BOB, 0), cost * 25e18 / held, "the cost moves with the shares");
        vm.assertEq(trading.userCost(market, ALICE, 0) + trading.userCost(market, BOB, 0), cost);
        vm.assertTrue(trading.hasBettedOnMarket(market, BOB));
        (,, uint256 circulating) = trading.getOutcome(market, 0);
        vm.assertEq(circulating, held);
        _expectOrder(0, 35e18, 60e18, true);
    }

    function test_completeFillClosesTheOrder() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.startPrank(BOB);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.buyOrder(market, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderTooSmall.selector, 0, 60e18));
        trading.buyOrder(market, 0, 60e18 + 1);
        _expectCost(0, 60e18 + 1, 0, 0);
        trading.buyOrder(market, 0, 60e18);
        bytes memory inactive = abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0);
        vm.expectRevert(inactive);
        trading.buyOrder(market, 0, 1);
        vm.stopPrank();
        _expectOrder(0, 0, 60e18, false);
    }

    /// Views do not revert for inactive orders: ids that a client has read may be out of date.
    function test_quotesOfInactiveOrdersAreZero() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.prank(BOB);
        trading.buyOrder(market, 0, 60e18);
        vm.prank(ALICE);
        trading.cancelOrder(market, 1);
        for (uint256 orderId; orderId < 3; ++orderId) {
            _expectCost(orderId, 1e18, 0, 0);
            (uint256 fill, uint256 value, uint256 tax, uint256 cost) =
                trading.getBuyOrderAmountsOut(market, orderId, 100e18);
            vm.assertEq(fill + value + tax + cost, 0);
        }
        (uint256 none,,,) = trading.getBuyOrderAmountsOut(BOB, 0, type(uint256).max);
        vm.assertEq(none, 0, "nor of a market there is not");
    }

    function test_quotesHoldForEveryAmount() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        (uint256 fill, uint256 value, uint256 tax, uint256 cost) =
            trading.getBuyOrderAmountsOut(market, 0, type(uint256).max);
        vm.assertEq(fill, 60e18);
        vm.assertEq(value, 24e18);
        vm.assertEq(tax, 0.36e18);
        vm.assertEq(cost, 24.36e18);
        (fill,,,) = trading.getBuyOrderAmountsOut(market, 0, 24.36e18);
        vm.assertEq(fill, 60e18);
        (fill,,,) = trading.getBuyOrderAmountsOut(market, 0, 24.36e18 - 1);
        vm.assertTrue(fill < 60e18);
        (fill,,,) = trading.getBuyOrderAmountsOut(market, 0, 0);
        vm.assertEq(fill, 0);
        _expectCost(0, type(uint256).max, 0, 0);
    }

    function test_ownOrderCannotBeFilled() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        bytes memory own = abi.encodeWithSelector(IMarketBook.OwnOrder.selector, 0);
        vm.startPrank(ALICE);
        vm.expectRevert(own);
        trading.buyOrder(market, 0, 1e18);
        vm.stopPrank();
        vm.assertEq(_sweep(ALICE, idList(0), 5e18), 0, "left out of a sweep");
    }

    function test_ordersAboveThePoolPriceAreRefused() public {
        (uint256 reserve,,) = trading.getOutcome(market, 0);
        (,,, uint256 total) = trading.getState(market);
        uint256 poolPrice = MarketMath.price(reserve, total);
        list(ALICE, market, 0, 10e18, poolPrice);
        list(ALICE, market, 0, 10e18, poolPrice + 1);
        bytes memory above = abi.encodeWithSelector(IMarketBook.OrderAbovePool.selector, 1, poolPrice);
        vm.startPrank(BOB);
        trading.buyOrder(market, 0, 5e18);
        vm.expectRevert(above);
        trading.buyOrder(market, 1, 5e18);
        vm.stopPrank();
        vm.assertEq(_sweep(BOB, idList(1), 5e18), 0, "left out of a sweep");
        vm.startPrank(BOB);
        trading.buy(market, 0, address(usdb), 1e18, 0, 0);
        trading.buyOrder(market, 1, 5e18);
        vm.stopPrank();
    }

    /// A closed pool has no price: every order can be filled, and the rest of the USDB is returned.
    function test_closedPoolLeavesOrdersOpen() public {
        list(ALICE, market, 0, 10e18, 0.99e18);
        list(ALICE, market, 0, 20e18, 0.9e18);
        propose(market, 0);
        vm.assertFalse(trading.isPoolOpen(market));
        vm.prank(BOB);
        trading.buyOrder(market, 0, 5e18);
        uint256 before = usdb.balanceOf(BOB);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 100e18, idList(0, 1), BOB);
        vm.assertEq(quote, 25e18);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, idList(0, 1), address(usdb), 100e18, quote);
        vm.assertEq(before - usdb.balanceOf(BOB), _cost(5e18, 0.99e18) + _cost(20e18, 0.9e18));
        vm.assertEq(trading.userShares(market, BOB, 0), 30e18);
        list(ALICE, market, 0, 10e18, 0.99e18);
        vm.assertEq(_sweep(BOB, idList(2), 100e18), 10e18);
    }

    /// A rest below `minBuy` is not spent in the pool.
    function test_aRemainderBelowTheMinimumGoesBack() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        for (uint256 i; i < 2; ++i) {
            uint256 before = usdb.balanceOf(BOB);
            uint256 paid = i == 0 ? 1.015e18 + 1e18 - 1 : 1e18 - 1;
            vm.prank(BOB);
            trading.buyOrdersAndContract(market, 0, idList(0), address(usdb), paid, i == 0 ? 10e18 : 0);
            vm.assertEq(before - usdb.balanceOf(BOB), i == 0 ? 1.015e18 : 0);
            vm.assertEq(trading.userShares(market, BOB, 0), 10e18);
        }
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, idList(0), address(usdb), 1e18, 1);
        vm.assertTrue(trading.userShares(market, BOB, 0) > 10e18);
    }

    /// Ids that a client has read may be out of date.
    function test_inactiveOrdersAreSkipped() public {
        for (uint256 i; i < 4; ++i) {
            list(ALICE, market, 0, 10e18, 0.2e18);
        }
        vm.prank(ALICE);
        trading.cancelOrder(market, 0);
        vm.prank(DEV);
        trading.buyOrder(market, 1, 10e18);
        uint256[] memory all = new uint256[](6);
        (all[0], all[1], all[2], all[3], all[4], all[5]) = (0, 1, 77, type(uint256).max, 2, 3);
        vm.assertEq(_sweep(BOB, all, 3.045e18), 15e18);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 10e18, all, BOB);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, all, address(usdb), 10e18, quote);
        vm.assertEq(trading.userShares(market, BOB, 0), 15e18 + quote);
        vm.assertTrue(quote > 5e18, "and the pool");
        // A cancelled order does not count as an order of another outcome.
        quote = reader.estimateSharesOut(address(trading), market, 1, 10e18, all, BOB);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 1, all, address(usdb), 10e18, quote);
        vm.assertEq(trading.userShares(market, BOB, 1), quote);
    }

    function test_ordersAreFilledUntilTheUsdbIsSpent() public {
        uint256 b = bet(ALICE, market, 1, 50e18);
        list(ALICE, market, 0, 10e18, 0.1e18);
        list(ALICE, market, 1, b, 0.2e18);
        list(ALICE, market, 0, 100e18, 0.3e18);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        uint256 left = trading.buyMultipleOrders(market, idList(0, 1, 2), 30e18);
        vm.assertLe(left, 1, "all is spent");
        vm.assertEq(usdb.balanceOf(BOB), before - 30e18 + left);
        vm.assertEq(trading.userShares(market, BOB, 1), b);
        uint256 rest = 30e18 - 1.015e18 - _cost(b, 0.2e18);
        vm.assertEq(trading.userShares(market, BOB, 0), 10e18 + MarketMath.sharesFor(rest, 0.3e18));
    }

    function test_unspentUsdbIsReturned() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        vm.assertEq(trading.buyMultipleOrders(market, idList(0), 30e18), 28.985e18);
        vm.assertEq(before - usdb.balanceOf(BOB), 1.015e18);
        vm.prank(BOB);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.buyMultipleOrders(market, idList(0), 0);
    }

    function test_anOrderNamedTwiceIsFilledOnce() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        // After the partial fill nothing is left for the second entry.
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 0.5e18 + 1, idList(0, 0), BOB);
        vm.startPrank(BOB);
        trading.buyOrdersAndContract(market, 0, idList(0, 0), address(usdb), 0.5e18 + 1, quote);
        vm.assertEq(trading.userShares(market, BOB, 0), quote);
        vm.assertTrue(quote < 10e18);
        uint256 more = reader.estimateSharesOut(address(trading), market, 0, 30e18, idList(0, 0), BOB);
        trading.buyOrdersAndContract(market, 0, idList(0, 0), address(usdb), 30e18, more);
        vm.stopPrank();
        vm.assertEq(trading.userShares(market, BOB, 0), quote + more);
        list(ALICE, market, 0, 10e18, 0.1e18);
        vm.assertEq(_sweep(BOB, idList(1, 1), 30e18), 10e18);
    }

    function test_ordersAndPoolInOnePurchase() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        list(ALICE, market, 0, 20e18, 0.2e18);
        uint256 net = 100e18 - 1.015e18 - 4.06e18;
        net -= MarketMath.tax(net);
        (uint256 reserve,,) = trading.getOutcome(market, 0);
        (,,, uint256 total) = trading.getState(market);
        uint256 expected = 30e18 + MarketMath.shares(net, reserve, total);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, idList(0, 1), address(usdb), 100e18, expected);
        vm.assertEq(trading.userShares(market, BOB, 0), expected);
    }

    function test_purchaseBelowTheLimitIsRefused() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 5e18, idList(0), BOB);
        vm.startPrank(BOB);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientShares.selector, quote, quote + 1));
        trading.buyOrdersAndContract(market, 0, idList(0), address(usdb), 5e18, quote + 1);
        trading.buyOrdersAndContract(market, 0, idList(0), address(usdb), 5e18, quote);
        vm.stopPrank();
    }

    function test_ordersOfAnotherOutcomeAreRefused() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        bytes memory other = abi.encodeWithSelector(IMarketBook.OrderOfOtherOutcome.selector, 0);
        vm.prank(BOB);
        vm.expectRevert(other);
        trading.buyOrdersAndContract(market, 1, idList(0), address(usdb), 5e18, 0);
        vm.expectRevert(other);
        reader.estimateSharesOut(address(trading), market, 1, 5e18, idList(0), BOB);
    }

    function test_oneWeiThatBuysNothingIsReturned() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, idList(0), address(usdb), 1.015e18 + 1, 10e18);
        vm.assertEq(before - usdb.balanceOf(BOB), 1.015e18);
        vm.assertEq(trading.userShares(market, BOB, 0), 10e18);
    }

    function test_afterTheOutcomeOrdersCanOnlyBeCancelled() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        finalizeUndisputed(market, 0);
        vm.startPrank(BOB);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buyOrder(market, 0, 1e18);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buyMultipleOrders(market, idList(0), 1e18);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buyOrdersAndContract(market, 0, idList(0), address(usdb), 1e18, 0);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        reader.estimateSharesOut(address(trading), market, 0, 1e18, idList(0), BOB);
        vm.stopPrank();
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.listOrder(market, 0, 1e18, 0.1e18);
        trading.redeem(market);
        trading.cancelOrder(market, 0);
        vm.stopPrank();
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 0);
    }

    function test_smallestFillCostsAtLeastOneWei() public {
        list(ALICE, market, 0, held, 0.006e18);
        uint256 before = usdb.balanceOf(ALICE);
        uint256 bob = usdb.balanceOf(BOB);
        vm.prank(BOB);
        trading.buyOrder(market, 0, 1);
        vm.assertEq(bob - usdb.balanceOf(BOB), 2);
        vm.assertEq(usdb.balanceOf(ALICE), before);
    }

    /// `estimateSharesOut` equals the purchase for all orders and amounts.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_estimatesAreExact(uint256 seed) public {
        uint256[] memory all = new uint256[](3);
        for (uint256 i; i < 3; ++i) {
            uint256 price = bound(next(seed), 0.02e18, 0.55e18);
            uint256 least = 1e36 / price + 1;
            all[i] = list(ALICE, market, 0, bound(seed = next(next(seed)), least, held / 3), price);
        }
        // Inactive orders, the buyer's own, a closed pool: estimate and purchase treat them alike.
        if (seed % 3 == 0) {
            vm.prank(ALICE);
            trading.cancelOrder(market, seed % 2);
        }
        if (seed % 5 == 0) propose(market, 0);
        uint256 usdc = amountOf(seed = next(seed), 400_000e18);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, usdc, all, BOB);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, all, address(usdb), usdc, quote);
        vm.assertEq(trading.userShares(market, BOB, 0), quote);
    }

    /// A fill from `getBuyOrderAmountsOut` never costs more than the amount, and leaves at most the rounding of value and
    /// tax.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_orderQuotesAreAffordable(uint256 amount, uint256 price, uint256 usdc) public {
        price = bound(price, 0.02e18, 0.5e18);
        amount = bound(amount, 1e36 / price + 1, held);
        usdc = amountOf(usdc, 100e18);
        list(ALICE, market, 0, amount, price);
        (uint256 fill, uint256 value, uint256 tax, uint256 cost) =
            trading.getBuyOrderAmountsOut(market, 0, usdc);
        if (fill == 0) return;
        _expectCost(0, fill, value, tax);
        vm.assertEq(cost, value + tax);
        vm.assertLe(cost, usdc, "affordable");
        if (fill < amount) vm.assertGe(cost + 1, usdc, "spent");
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        trading.buyOrder(market, 0, fill);
        vm.assertEq(before - usdb.balanceOf(BOB), cost);
    }

    /// @dev Shares of outcome 0 that a wallet gets from orders alone, and checks that nothing else is paid.
    function _sweep(address wallet, uint256[] memory orderIds, uint256 usdc) private returns (uint256) {
        (uint256 shares, uint256 money) = (trading.userShares(market, wallet, 0), usdb.balanceOf(wallet));
        vm.prank(wallet);
        uint256 left = trading.buyMultipleOrders(market, orderIds, usdc);
        shares = trading.userShares(market, wallet, 0) - shares;
        vm.assertEq(money - usdb.balanceOf(wallet), usdc - left);
        vm.assertTrue(shares > 0 || left == usdc);
        return shares;
    }

    function _expectCost(uint256 orderId, uint256 fill, uint256 value, uint256 tax) private view {
        (uint256 baseUsdc, uint256 buyerTax, uint256 total, uint256 toSeller) =
            trading.getBuyOrderCost(market, orderId, fill);
        vm.assertEq(baseUsdc, value);
        vm.assertEq(buyerTax, tax);
        vm.assertEq(total, value + tax);
        vm.assertEq(toSeller, value - tax);
    }

    function _expectBelowMinimum(uint256 value) private {
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.BelowMinimum.selector, value, 1e18));
    }

    function _cost(uint256 amount, uint256 price) private pure returns (uint256) {
        uint256 value = MarketMath.orderValue(amount, price);
        return value + MarketMath.tax(value);
    }

    function _expectOrder(uint256 orderId, uint256 left, uint256 whole, bool isActive) private view {
        (address seller, uint8 outcome, uint256 amount, uint256 total, uint256 price, bool active) =
            trading.marketOrders(market, orderId);
        vm.assertEq(seller, ALICE);
        vm.assertEq(outcome, 0);
        vm.assertEq(amount, left);
        vm.assertEq(total, whole);
        vm.assertEq(price, 0.4e18);
        vm.assertEq(active, isActive);
    }
}
