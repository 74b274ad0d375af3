// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {Markets} from "../helpers/Markets.sol";

/// @dev Several calls as one transaction: all of them happen, or none.
contract Bundle {
    struct Call {
        address to;
        bytes data;
    }

    function run(Call[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            if (ok) continue;
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}

/// @dev Ways to take what others have paid, each by somebody with many wallets and no shame. None of them gains.
contract AttacksTest is Markets {
    address private constant MALLORY = address(0xbad);

    Bundle private bundle;
    Bundle.Call[] private calls;

    function setUp() public override {
        super.setUp();
        bundle = new Bundle();
        fund(MALLORY, 1_000_000e18);
        equip(MALLORY);
        fund(address(bundle), 1_000_000e18);
        equip(address(bundle));
    }

    // Knowing the outcome

    /// Nobody holds the winner: whoever knows it buys a little of it, makes it final and takes all stakes.
    function test_theRefundIsNotForSale() public {
        uint256 end = block.timestamp + 1 days;
        address market = open(3, end);
        bet(ALICE, market, 0, 10_000e18);
        bet(BOB, market, 1, 10_000e18);
        vm.warp(end);
        propose(market, 2);
        vm.warp(block.timestamp + CHALLENGE);
        _finishWithPurchase(market, 2, 1e18);
        resolver.finalizeUncontested(market);
        vm.assertEq(trading.getRedeemable(market, ALICE), 9_850e18);
        vm.assertEq(trading.getRedeemable(market, BOB), 9_850e18);
    }

    /// Buying the proposed outcome and making it final in one transaction, in a market with an end or without,
    /// at once or in pieces, for a little or for a lot.
    /// forge-config: default.fuzz.runs = 60
    function testFuzz_theWinnerIsNotForSale(bool hasEnd, uint256 amount, uint256 pieces) public {
        uint256 end = block.timestamp + 1 days;
        address market = open(2, hasEnd ? end : 0);
        bet(ALICE, market, 0, 1_000e18);
        bet(BOB, market, 1, 10_000e18);
        uint256 pool = trading.getPool(market);
        vm.warp(end);
        propose(market, 0);
        amount = bound(amount, 1e18, 500_000e18);
        pieces = bound(pieces, 1, 40);
        for (uint256 i; i < pieces; ++i) {
            calls.push(Bundle.Call(address(trading), _buying(market, 0, amount / pieces + 1e18)));
        }
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        bundle.run(calls);
        vm.warp(block.timestamp + CHALLENGE);
        _finishWithPurchase(market, 0, amount);
        resolver.finalizeUncontested(market);
        vm.assertEq(trading.getRedeemable(market, ALICE), pool, "the honest winner gets it all");
    }

    /// The creator of a private market votes alone and buys what has won.
    function test_thePrivateWinnerIsNotForSale() public {
        vm.prank(DEV);
        address market =
            privateTrading.createMarket("Q?", "QQ", 0, optionsOf(2), address(main), false, false, 0, 10e18);
        for (uint256 i; i < 2; ++i) {
            vm.prank(i == 0 ? ALICE : BOB);
            privateTrading.buy(market, uint8(i), address(usdb), 5_000e18, 0, 0);
        }
        uint256 pool = privateTrading.getPool(market);
        vm.prank(DEV);
        privateTrading.vote(market, 0);
        vm.warp(block.timestamp + WINDOW);
        calls.push(Bundle.Call(address(privateTrading), _buying(market, 0, 5_000e18)));
        calls.push(Bundle.Call(address(privateTrading), abi.encodeCall(privateTrading.finalize, (market))));
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        bundle.run(calls);
        privateTrading.finalize(market);
        vm.assertEq(privateTrading.getRedeemable(market, ALICE), pool);
    }

    /// A false proposal that nobody sees pays its proposer nothing: without shares from before the end there are none.
    function test_aFalseProposalFindsNothingToBuy() public {
        uint256 end = block.timestamp + 1 days;
        address market = open(2, end);
        bet(ALICE, market, 0, 20_000e18);
        vm.warp(end);
        uint256 before = usdb.balanceOf(MALLORY);
        uint256 bond = resolver.bondOf(market);
        vm.assertEq(bond, trading.getPool(market) / 100, "and it is no longer 5 USDB that are at risk");
        vm.prank(MALLORY);
        resolver.proposeOutcome(market, 1);
        vm.assertEq(before - usdb.balanceOf(MALLORY), bond);
        vm.warp(block.timestamp + CHALLENGE);
        _finishWithPurchase(market, 1, 1e18);
        uint256 bounty = trading.getBountyPool(market);
        resolver.finalizeUncontested(market);
        vm.assertEq(usdb.balanceOf(MALLORY), before + bounty, "the proposer's bounty, no pool");
        vm.assertEq(trading.getRedeemable(market, ALICE), 19_700e18, "stakes go back");
    }

    // Ten wallets

    /// A purchase split over wallets and calls in one block gets what one purchase gets, never more.
    /// forge-config: default.fuzz.runs = 200
    function testFuzz_splittingOverWalletsGainsNothing(uint256 amount, uint256 wallets) public {
        wallets = bound(wallets, 2, 10);
        amount = bound(amount, 1e18, 20_000e18);
        (address one, address many) = (open(2, 0), open(2, 0));
        uint256 single = bet(ALICE, one, 0, amount * wallets);
        uint256 sum;
        for (uint256 i; i < wallets; ++i) {
            fund(voter(i), amount);
            equip(voter(i));
            sum += bet(voter(i), many, 0, amount);
        }
        vm.assertLe(sum, single, "pieces never gain");
        vm.assertGe(sum + wallets * 6 * 2_500 + 3 * wallets, single, "nor lose more than their rounding");
    }

    /// INVALID pays back what was paid in, through however many hands the shares went, at whatever price.
    /// forge-config: default.fuzz.runs = 500
    function testFuzz_handsDoNotRaiseTheRefund(uint256 seed, uint256 price) public {
        address market = open(3, 0);
        uint256 shares = bet(ALICE, market, 0, 1_000e18);
        bet(BOB, market, 1, bound(seed, 1e18, 50_000e18));
        (uint256 reserve,,) = trading.getOutcome(market, 0);
        (,,, uint256 total) = trading.getState(market);
        price = bound(price, 1e16, MarketMath.price(reserve, total) - 1e16);
        address seller = ALICE;
        for (uint256 i; i < 3; ++i) {
            shares = bound(seed = next(seed), shares / 3, shares);
            if (shares * price < 1e36) break;
            uint256 orderId = list(seller, market, 0, shares, price);
            address buyer = i % 2 == 0 ? MALLORY : BOB;
            vm.prank(buyer);
            trading.buyOrder(market, orderId, shares);
            seller = buyer;
        }
        (uint256 cost, uint256 other,) = _costs(market);
        conclude(market, 254);
        uint256 paid = _redeem(ALICE, market) + _redeem(BOB, market) + _redeem(MALLORY, market);
        vm.assertEq(paid, cost + other, "to the wei");
        vm.assertEq(usdb.balanceOf(address(trading)), 0);
    }

    /// Orders worth nothing in front of the book.
    function test_theFrontOfTheBookIsNotForDust() public {
        address market = open(2, 0);
        bet(MALLORY, market, 0, 100e18);
        vm.startPrank(MALLORY);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.BelowMinimum.selector, 0, 1e18));
        trading.listOrder(market, 0, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.BelowMinimum.selector, 190, 1e18));
        trading.listOrder(market, 0, 190e18, 1);
        vm.stopPrank();
    }

    /// An order taken away in front of a sweep, or filled by another wallet, does not stop the sweep.
    function test_aSweepIsNotStoppedByOneOrder() public {
        address market = open(2, 0);
        bet(MALLORY, market, 0, 100e18);
        bet(ALICE, market, 0, 100e18);
        list(MALLORY, market, 0, 20e18, 0.1e18);
        list(ALICE, market, 0, 20e18, 0.2e18);
        uint256 expected = reader.estimateSharesOut(address(trading), market, 0, 50e18, ids(1), BOB);
        vm.prank(MALLORY);
        trading.cancelOrder(market, 0);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, ids(0, 1), address(usdb), 50e18, expected);
        vm.assertEq(trading.userShares(market, BOB, 0), expected);
    }

    // Disputes

    /// Proposing and disputing oneself shut the truth out that it is too early. Now it costs bonds.
    function test_selfDisputeDoesNotKillAnOpenEndedMarket() public {
        address market = open(2, 0);
        bet(ALICE, market, 0, 1_000e18);
        bet(BOB, market, 1, 1_000e18);
        enlist(3);
        uint256 before = usdb.balanceOf(MALLORY);
        uint256 bond = resolver.bondOf(market);
        vm.startPrank(MALLORY);
        resolver.proposeOutcome(market, 1);
        resolver.dispute(market, 254);
        vm.stopPrank();
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(block.timestamp + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(before - usdb.balanceOf(MALLORY), 2 * bond, "both bonds are lost");
        vm.assertFalse(resolver.resolved(market));
        vm.assertTrue(trading.isPoolOpen(market), "the market goes on");
        vm.assertEq(usdb.balanceOf(INSURANCE), bond + bond - bond / 2);
    }

    /// The same with a veto in the way: the operator can say that it is too early.
    function test_theOperatorCanSayEarly() public {
        address market = open(2, 0);
        bet(ALICE, market, 0, 1_000e18);
        uint256 before = usdb.balanceOf(MALLORY);
        uint256 bond = resolver.bondOf(market);
        vm.startPrank(MALLORY);
        resolver.proposeOutcome(market, 1);
        resolver.dispute(market, 254);
        vm.warp(block.timestamp + VOTING);
        resolver.veto(market, 0);
        vm.stopPrank();
        vm.prank(OPERATOR);
        resolver.resolveByBasis(market, 253);
        vm.assertEq(before - usdb.balanceOf(MALLORY), 3 * bond);
        vm.assertTrue(trading.isPoolOpen(market));
    }

    /// Calling an ended market early takes bonds from honest proposers twice at most, and not against a veto.
    function test_earlyIsNoHarvest() public {
        uint256 end = block.timestamp + 1 days;
        address market = open(2, end);
        bet(ALICE, market, 0, 1_000e18);
        vm.warp(end);
        enlist(2);
        uint256 before = _gang();
        uint256 bond = resolver.bondOf(market);
        uint256 alice = usdb.balanceOf(ALICE);
        propose(market, 0);
        vm.prank(MALLORY);
        resolver.dispute(market, 253);
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(block.timestamp + VOTING);
        vm.prank(DEV);
        resolver.veto(market, 0);
        vm.prank(OPERATOR);
        resolver.resolveByBasis(market, 0);
        vm.assertEq(before - _gang(), bond, "the farmer pays the honest proposer");
        vm.assertEq(usdb.balanceOf(ALICE) - alice, bond);
    }

    function test_earlyEndsAfterTwoRounds() public {
        uint256 end = block.timestamp + 1 days;
        address market = open(2, end);
        bet(ALICE, market, 0, 100e18);
        vm.warp(end);
        enlist(2);
        uint256 before = _gang();
        for (uint256 i; i < 2; ++i) {
            propose(market, 0);
            vm.prank(MALLORY);
            resolver.dispute(market, 253);
            castVote(0, market, 253);
            castVote(1, market, 253);
            vm.warp(block.timestamp + VOTING + VETO);
            resolver.finalizeMarket(market);
            for (uint256 j; j < 2; ++j) {
                vm.prank(voter(j));
                resolver.claimEarlyBounty(market, i);
            }
        }
        uint256 gained = _gang() - before;
        vm.assertEq(gained, 5e18 + 10e18, "what two rounds can take, without a veto");
        propose(market, 0);
        vm.prank(MALLORY);
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.InvalidOutcome.selector, 253));
        resolver.dispute(market, 253);
        vm.warp(block.timestamp + CHALLENGE);
        resolver.finalizeUncontested(market);
        vm.assertEq(resolver.finalOutcome(market), 0, "the market ends");
    }

    /// One stake that goes from wallet to wallet votes once in a dispute.
    function test_aStakeVotesOnceInADispute() public {
        address market = open(2, 0);
        vm.prank(ALICE);
        trading.donate(market, 250e18, true);
        propose(market, 0);
        dispute(market, 1);
        buy(MALLORY, address(main), 10e18);
        vm.startPrank(MALLORY);
        resolver.stake(address(main));
        resolver.vote(market, 1);
        for (uint256 i; i < 30; ++i) {
            vm.warp(block.timestamp + 24 hours);
            vm.expectRevert(abi.encodeWithSelector(IMarketResolver.StakeInDispute.selector, market));
            resolver.unstake(address(main));
            resolver.releaseVotes(type(uint256).max);
        }
        vm.expectRevert(abi.encodeWithSelector(IMarketResolver.QuorumMissed.selector, 1, 5));
        resolver.finalizeMarket(market);
        vm.stopPrank();
        vm.assertEq(resolver.nftVoteCount(market, 0, 1), 1);
    }

    /// Staked, voted and taken back in one transaction.
    function test_aStakeIsNotBorrowedForAVote() public {
        address market = open(2, 0);
        propose(market, 0);
        dispute(market, 1);
        buy(address(bundle), address(main), 10e18);
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.stake, (address(main)))));
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.vote, (market, 1))));
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.unstake, (address(main)))));
        vm.expectRevert(
            abi.encodeWithSelector(IMarketResolver.StakeLocked.selector, block.timestamp + 24 hours)
        );
        bundle.run(calls);
    }

    /// Others' bonds and quorum are what they were when they could be read.
    function test_donationsDoNotMoveARound() public {
        enlist(2);
        address market = open(2, 0);
        propose(market, 0);
        uint256 bond = resolver.bondOf(market);
        vm.startPrank(MALLORY);
        trading.donate(market, 100_000e18, false);
        vm.assertEq(resolver.bondOf(market), bond);
        vm.stopPrank();
        dispute(market, 1);
        vm.prank(MALLORY);
        trading.donate(market, 10_000e18, true);
        castVote(0, market, 0);
        castVote(1, market, 0);
        vm.warp(block.timestamp + VOTING + VETO);
        resolver.finalizeMarket(market);
        vm.assertEq(resolver.finalOutcome(market), 0);
    }

    /// A private market whose voters keep silent keeps nobody's money.
    function test_silentVotersKeepNothing() public {
        vm.prank(DEV);
        address market = privateTrading.createMarket(
            "Q?", "QQ", block.timestamp + 1, optionsOf(2), address(main), false, false, 0, 10e18
        );
        vm.prank(ALICE);
        privateTrading.buy(market, 0, address(usdb), 5_000e18, 0, 0);
        vm.warp(block.timestamp + 1 + 30 days);
        vm.startPrank(ALICE);
        privateTrading.finalize(market);
        uint256 before = usdb.balanceOf(ALICE);
        privateTrading.redeem(market);
        vm.stopPrank();
        vm.assertEq(usdb.balanceOf(ALICE) - before, 4_925e18);
    }

    // What held before

    function test_nothingIsTradedAfterTheOutcome() public {
        address market = open(2, 0);
        uint256 shares = bet(ALICE, market, 0, 100e18);
        list(ALICE, market, 0, shares / 2, 0.3e18);
        conclude(market, 0);
        _expectRefusals(
            address(trading),
            [
                abi.encodeCall(trading.buyOrder, (market, 0, 1)),
                abi.encodeCall(trading.buyMultipleOrders, (market, ids(0), 1e18)),
                _buying(market, 0, 1e18),
                abi.encodeCall(trading.donate, (market, 1e18, true)),
                abi.encodeCall(trading.listOrder, (market, 0, 10e18, 0.3e18)),
                abi.encodeCall(trading.redeem, (market))
            ]
        );
        vm.startPrank(ALICE);
        trading.redeem(market);
        vm.expectRevert(IMarketBook.AlreadyRedeemed.selector);
        trading.redeem(market);
        trading.cancelOrder(market, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0));
        trading.cancelOrder(market, 0);
        vm.stopPrank();
    }

    function test_strangersHaveNoPrivileges() public {
        address market = open(2, 0);
        address[] memory wallets = new address[](1);
        wallets[0] = MALLORY;
        _expectRefusals(
            address(trading),
            [
                abi.encodeCall(trading.settle, (market, 0)),
                abi.encodeCall(trading.takeBounty, (market)),
                abi.encodeCall(trading.onTaxCollected, (market, 1, 1)),
                abi.encodeCall(trading.setResolver, (MALLORY)),
                abi.encodeCall(trading.SetWhitelistedWallet, (wallets, 1e18, "", market)),
                abi.encodeCall(trading.DisableFreeze, (market))
            ]
        );
        vm.startPrank(MALLORY);
        vm.expectRevert();
        resolver.resolveByBasis(market, 0);
        vm.expectRevert();
        factory.createMarketToken("A", "B", false, 0, MALLORY);
        vm.expectRevert();
        FactoryToken(market).buyTokens(1e18, MALLORY);
        vm.stopPrank();
    }

    function test_moneySentToTheContractsChangesNothing() public {
        address market = open(2, 0);
        bet(ALICE, market, 0, 100e18);
        uint256 pool = trading.getPool(market);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 100e18, new uint256[](0), BOB);
        uint256 bond = resolver.bondOf(market);
        vm.startPrank(MALLORY);
        usdb.transfer(address(trading), 10_000e18);
        usdb.transfer(address(resolver), 10_000e18);
        vm.stopPrank();
        vm.assertEq(trading.getPool(market), pool);
        vm.assertEq(resolver.bondOf(market), bond);
        vm.assertEq(bet(BOB, market, 0, 100e18), quote);
    }

    /// @dev Buys the outcome, makes it final and redeems, in one transaction of the bundle, which has money enough.
    function _finishWithPurchase(address market, uint8 outcome, uint256 amount) private {
        delete calls;
        calls.push(Bundle.Call(address(trading), _buying(market, outcome, amount)));
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.finalizeUncontested, (market))));
        calls.push(Bundle.Call(address(trading), abi.encodeCall(trading.redeem, (market))));
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        bundle.run(calls);
        // Through orders and pool there is nothing either.
        calls[0].data = abi.encodeCall(
            trading.buyOrdersAndContract, (market, outcome, ids(0, 1), address(usdb), amount, 1)
        );
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientShares.selector, 0, 1));
        bundle.run(calls);
    }

    function _buying(address market, uint8 outcome, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(IMarketBook.buy, (market, outcome, address(usdb), amount, 0, 0));
    }

    function _expectRefusals(address target, bytes[6] memory refused) private {
        for (uint256 i; i < refused.length; ++i) {
            vm.prank(MALLORY);
            (bool ok,) = target.call(refused[i]);
            vm.assertFalse(ok);
        }
    }

    /// @dev What the farmer and both own voters have.
    function _gang() private view returns (uint256) {
        return usdb.balanceOf(MALLORY) + usdb.balanceOf(voter(0)) + usdb.balanceOf(voter(1));
    }

    function _costs(address market) private view returns (uint256 first, uint256 second, uint256 third) {
        (, first,) = trading.getOutcome(market, 0);
        (, second,) = trading.getOutcome(market, 1);
        (, third,) = trading.getOutcome(market, 2);
    }

    function _redeem(address wallet, address market) private returns (uint256) {
        if (trading.getRedeemable(market, wallet) == 0) return 0;
        uint256 before = usdb.balanceOf(wallet);
        vm.prank(wallet);
        trading.redeem(market);
        return usdb.balanceOf(wallet) - before;
    }
}
